import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import type { AgentId } from '@/lib/core/ids';
import { publicName } from '@/lib/core/public-name';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import { getAgent } from '@/lib/domain/console';
import {
  addHouseBots,
  correctionSchema,
  createLeague,
  getLeague,
  LEAGUE_FORMATS,
  MAX_PLAYERS,
  MIN_PLAYERS,
  organizeLeague,
  readNightStart,
  rehearse,
  startLeague,
  takePart,
  withdrawPlayer,
} from '@/lib/domain/leagues';
import { addressBlock, quotaUserOf, takeLimit, takeQuota } from '@/lib/domain/limits';
import { callerOfPerson, callerOfPlayer, ensurePlayer } from '@/lib/domain/people';
import { organizerFields, toOrganizerRequest } from '@/lib/tools/league-organize';
import { leagueRehearse } from '@/lib/tools/league-rehearsal';
import { announcementFields, toAnnouncement } from '@/lib/tools/leagues';
import { askToPlay } from './person-calls';

const createBody = z.strictObject({
  name: publicName(80).describe('Name'),
  game_type: z.string().min(1).max(60).describe('The game'),
  format: z.enum(LEAGUE_FORMATS).describe('How players meet'),
  max_players: z.int().min(MIN_PLAYERS).max(MAX_PLAYERS).describe('Most players'),
  time_limit_seconds: z.int().min(1).max(3600).describe('Seconds for each move'),
  rounds: z.int().min(1).max(99).optional().describe('Rounds of a swiss league'),
  rounds_to_win: z.int().min(1).max(50).optional().describe('Wins that decide a game'),
  max_rounds: z.int().min(1).max(99).optional().describe('Most rounds of a game'),
  ...announcementFields,
});

const agentBody = z.strictObject({ agent_id: z.uuid().describe('One of your agents') });

const playerBody = z.strictObject({ player_id: z.string().min(1).max(50).describe('The player in the league') });

const botsBody = z.strictObject({
  count: z.int().min(1).max(MAX_PLAYERS).describe('How many bots'),
  strength: z.enum(STRENGTHS as [Strength, ...Strength[]]).describe('How well they play'),
});

/** The person's player, with the rights of the person. */
async function personOf(who: OwnerSession) {
  const { agentId, displayName } = await ensurePlayer(who);
  return { agentId, displayName, isAdmin: who.isAdmin };
}

/** An agent of the person, which plays by itself: a program, though its owner calls. */
function callerOfAgent(who: OwnerSession, agent: { agent_id: string; display_name: string }): AgentCaller {
  const agentId = agent.agent_id as AgentId;
  return { ...callerOfPlayer(who, { agentId, displayName: agent.display_name }), isHuman: false };
}

/** Who withdraws a player: the agent that plays, when it is the person's, else who organizes the league for the person. */
async function withdrawerOf(who: OwnerSession, leagueId: string, playerId: string) {
  const { players } = await getLeague({ leagueId });
  const agentId = players.find(({ player_id }) => player_id === playerId)?.agent_id;
  const own = agentId && (await getAgent({ agentId, ownerId: who.ownerId }).catch(hideMissing));
  return own ? callerOfAgent(who, own) : organizerOf(who, leagueId);
}

/** Who organizes a league for a person: the agent that created it, when it is the person's, else the person. */
async function organizerOf(who: OwnerSession, leagueId: string) {
  const { created_by } = await getLeague({ leagueId, limit: 0 });
  const own = created_by && (await getAgent({ agentId: created_by.agent_id, ownerId: who.ownerId }).catch(hideMissing));
  return own ? callerOfAgent(who, own) : personOf(who);
}

function hideMissing(thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}

/**
 * Lets a guest take part in a bracket night. docs/decisions/0034-people-and-guests.md
 * @throws UNAUTHENTICATED in another league · RATE_LIMITED by address
 */
async function requireGuestSeat(leagueId: string, address: string): Promise<void> {
  if (!readNightStart(leagueId))
    throw new AppError('UNAUTHENTICATED', 'Sign in to play in this league. Guests play in bracket nights only.');
  await takeLimit('guest_league_seat', addressBlock(address));
}

const leagueAnswer = z.strictObject({ league_id: z.string().describe('The league') });
const playerAnswer = z.strictObject({ player_id: z.string().describe('The player in the league') });

/** Leagues of people: creating, taking part, starting. docs/decisions/0039-formats-of-leagues.md */
export const LEAGUE_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'post_play_leagues',
    title: 'Create a league',
    caller: 'owner',
    rest: 'POST /play/leagues',
    restStatus: 201,
    givesWords: true,
    input: createBody,
    output: leagueAnswer,
    examples: [
      {
        name: 'Sunday cup',
        game_type: 'chess',
        format: 'round_robin',
        max_players: 8,
        time_limit_seconds: 60,
      },
    ],
    async run({ who }, body) {
      return createLeague({
        agent: await personOf(who),
        name: body.name,
        gameType: body.game_type,
        format: body.format,
        maxPlayers: body.max_players,
        timeLimitSeconds: body.time_limit_seconds,
        rounds: body.rounds,
        roundsToWin: body.rounds_to_win,
        maxRounds: body.max_rounds,
        ...toAnnouncement(body),
      });
    },
  }),
  defineTool({
    name: 'post_play_leagues_league_id_join',
    title: 'Play in a league yourself; without an account in a bracket night',
    caller: 'visitor',
    rest: 'POST /play/leagues/{league_id}/join',
    restStatus: 201,
    input: z.strictObject({ league_id: z.string().min(1).max(100).describe('The league') }),
    output: playerAnswer,
    examples: [{ league_id: 'league_default' }],
    async run(context, { league_id }) {
      if (context.who?.kind !== 'owner') await requireGuestSeat(league_id, context.address);
      const { caller } = await askToPlay(context);
      return { player_id: await takePart({ leagueId: league_id, caller }) };
    },
  }),
  defineTool({
    name: 'post_play_leagues_league_id_agents',
    title: 'Register one of your agents in a league',
    caller: 'owner',
    rest: 'POST /play/leagues/{league_id}/agents',
    restStatus: 201,
    input: agentBody.extend({ league_id: z.string().min(1).max(100).describe('The league') }),
    output: playerAnswer,
    examples: [{ league_id: 'league_default', agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { league_id, ...body }) {
      const agent = await getAgent({ agentId: body.agent_id, ownerId: who.ownerId });
      return { player_id: await takePart({ leagueId: league_id, caller: callerOfAgent(who, agent) }) };
    },
  }),
  defineTool({
    name: 'post_play_leagues_league_id_bots',
    title: 'Add house bots to a league that you created',
    caller: 'owner',
    rest: 'POST /play/leagues/{league_id}/bots',
    restStatus: 201,
    input: botsBody.extend({ league_id: z.string().min(1).max(100).describe('The league') }),
    output: z.strictObject({ player_ids: z.array(z.string()).describe('The bots, as players of the league') }),
    examples: [{ league_id: 'league_default', count: 2, strength: 'medium' }],
    async run({ who }, { league_id, ...body }) {
      return {
        player_ids: await addHouseBots({ agent: await organizerOf(who, league_id), leagueId: league_id, ...body }),
      };
    },
  }),
  defineTool({
    name: 'post_play_leagues_league_id_withdraw',
    title: 'Withdraw your player or agent from a league, or any player of a league that you created',
    caller: 'person',
    rest: 'POST /play/leagues/{league_id}/withdraw',
    input: playerBody.extend({ league_id: z.string().min(1).max(100).describe('The league') }),
    output: z.strictObject({
      player_id: z.string().describe('The player'),
      status: z.enum(['removed', 'withdrawn']).describe('removed: before the start; withdrawn: in the running league'),
    }),
    examples: [{ league_id: 'league_default', player_id: 'P01' }],
    async run({ who }, { league_id, ...body }) {
      const leagueId = league_id;
      const agent =
        who.kind === 'owner' ? await withdrawerOf(who.owner, leagueId, body.player_id) : await callerOfPerson(who);
      const { player_id, status } = await withdrawPlayer({ agent, leagueId, playerId: body.player_id });
      return { player_id, status };
    },
  }),
  defineTool({
    name: 'post_play_leagues_league_id_start',
    title: 'Start a league that you created',
    caller: 'owner',
    rest: 'POST /play/leagues/{league_id}/start',
    input: z.strictObject({ league_id: z.string().min(1).max(100).describe('The league') }),
    output: leagueAnswer,
    examples: [{ league_id: 'league_default' }],
    async run({ who }, { league_id }) {
      await startLeague({ agent: await organizerOf(who, league_id), leagueId: league_id });
      return { league_id: league_id };
    },
  }),
  defineTool({
    name: 'post_play_leagues_league_id_organize',
    title: 'Pause, resume or correct a league that you created',
    caller: 'owner',
    rest: 'POST /play/leagues/{league_id}/organize',
    input: z.strictObject({ league_id: z.string().min(1).max(100).describe('The league'), ...organizerFields }),
    output: correctionSchema,
    examples: [{ league_id: 'league_default', action: 'annul', match_id: 'R1M1', reason: 'The server was down.' }],
    async run({ who }, input) {
      const agent = await organizerOf(who, input.league_id);
      return organizeLeague({ agent, ...toOrganizerRequest(input) });
    },
  }),
  defineTool({
    name: 'post_play_leagues_rehearse',
    title: 'Rehearse a match with an endpoint, before it is registered',
    caller: 'owner',
    rest: 'POST /play/leagues/rehearse',
    input: leagueRehearse.input,
    output: leagueRehearse.output,
    examples: [{ endpoint: 'http://localhost:8101/mcp' }],
    errors: ['QUOTA_EXCEEDED'],
    async run({ who, address, signal }, { endpoint }) {
      const agent = callerOfPlayer(who, await ensurePlayer(who));
      await takeQuota('rehearsals', quotaUserOf(agent, address));
      return rehearse({ agent, endpoint, signal });
    },
  }),
];
