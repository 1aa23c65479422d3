import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import type { AgentId } from '@/lib/core/ids';
import { plainText } from '@/lib/core/plain-text';
import { callerOfPlayer, ensurePlayer, getAgent, type OwnerSession } from '@/lib/domain/auth';
import {
  addHouseBots,
  createLeague,
  getLeague,
  LEAGUE_FORMATS,
  MAX_PLAYERS,
  MIN_PLAYERS,
  startLeague,
  takePart,
  withdrawPlayer,
} from '@/lib/domain/leagues';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

const createBody = z.strictObject({
  name: plainText(80).describe('Name'),
  game_type: z.string().min(1).max(60).describe('The game'),
  format: z.enum(LEAGUE_FORMATS).describe('How players meet'),
  max_players: z.int().min(MIN_PLAYERS).max(MAX_PLAYERS).describe('Most players'),
  time_limit_seconds: z.int().min(1).max(3600).describe('Seconds for each move'),
  rounds: z.int().min(1).max(99).optional().describe('Rounds of a swiss league'),
  rounds_to_win: z.int().min(1).max(50).optional().describe('Wins that decide a game'),
  max_rounds: z.int().min(1).max(99).optional().describe('Most rounds of a game'),
});

const ids = { league_id: z.string().min(1).max(100) };
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

/** Who withdraws a player: the agent that plays, when it is the person's, else the person. */
async function withdrawerOf(who: OwnerSession, leagueId: string, playerId: string) {
  const { players } = await getLeague({ leagueId });
  const agentId = players.find(({ player_id }) => player_id === playerId)?.agent_id;
  const own = agentId && (await getAgent({ agentId, ownerId: who.ownerId }).catch(hideMissing));
  return own ? callerOfAgent(who, own) : personOf(who);
}

function hideMissing(thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}

const leagueAnswer = z.strictObject({ league_id: z.string().describe('The league') });
const playerAnswer = z.strictObject({ player_id: z.string().describe('The player in the league') });

/** Leagues of people: creating, taking part, starting. docs/decisions/0039-formats-of-leagues.md */
export const LEAGUE_ROUTES: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/play/leagues',
    title: 'Create a league',
    output: leagueAnswer,
    example: {
      name: 'Sunday cup',
      game_type: 'chess',
      format: 'round_robin',
      max_players: 8,
      time_limit_seconds: 60,
    },
    who: owner,
    body: createBody,
    status: 201,
    async run({ who, body }) {
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
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/leagues/{league_id}/join',
    title: 'Play in a league yourself',
    output: playerAnswer,
    ids,
    who: owner,
    status: 201,
    async run({ who, params }) {
      const caller = callerOfPlayer(who, await ensurePlayer(who));
      return { player_id: await takePart({ leagueId: params.league_id, caller }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/leagues/{league_id}/agents',
    title: 'Register one of your agents in a league',
    output: playerAnswer,
    example: { agent_id: '0190f3a0-0000-7000-8000-000000000001' },
    ids,
    who: owner,
    body: agentBody,
    status: 201,
    async run({ who, params, body }) {
      const agent = await getAgent({ agentId: body.agent_id, ownerId: who.ownerId });
      return { player_id: await takePart({ leagueId: params.league_id, caller: callerOfAgent(who, agent) }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/leagues/{league_id}/bots',
    title: 'Add house bots to a league that you created',
    output: z.strictObject({ player_ids: z.array(z.string()).describe('The bots, as players of the league') }),
    example: { count: 2, strength: 'medium' },
    ids,
    who: owner,
    body: botsBody,
    status: 201,
    async run({ who, params, body }) {
      return { player_ids: await addHouseBots({ agent: await personOf(who), leagueId: params.league_id, ...body }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/leagues/{league_id}/withdraw',
    title: 'Withdraw your player or agent from a league, or any player of a league that you created',
    output: z.strictObject({
      player_id: z.string().describe('The player'),
      status: z.enum(['removed', 'withdrawn']).describe('removed: before the start; withdrawn: in the running league'),
    }),
    example: { player_id: 'P01' },
    ids,
    who: owner,
    body: playerBody,
    async run({ who, params, body }) {
      const { league_id: leagueId } = params;
      const agent = await withdrawerOf(who, leagueId, body.player_id);
      const { player_id, status } = await withdrawPlayer({ agent, leagueId, playerId: body.player_id });
      return { player_id, status };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/leagues/{league_id}/start',
    title: 'Start a league that you created',
    output: leagueAnswer,
    ids,
    who: owner,
    async run({ who, params }) {
      await startLeague({ agent: await personOf(who), leagueId: params.league_id });
      return { league_id: params.league_id };
    },
  }),
];
