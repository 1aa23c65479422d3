import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import { OPPONENTS } from '@/lib/core/house-bots';
import type { JsonObject } from '@/lib/core/json';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { findFixturePlace, resignInLeague } from '@/lib/domain/leagues';
import {
  notePage,
  type OwnSeat,
  offerRematch,
  ownSeatSchema,
  planRematch,
  type RematchPlan,
  readCurrentGame,
  readOwnSeat,
  requireBuiltinLobby,
  requirePlayableGame,
  requireSeatSession,
} from '@/lib/domain/play';
import { leagueMove } from '../league';
import { lobbyCreate, lobbyJoin, lobbyLeave } from '../lobby';
import { matchStart } from '../match';
import { sessionCreate, sessionEnd, sessionStep } from '../session';
import { ask, askToPlay, callTool, type PersonRequest } from './person-calls';

/** Chosen by the page for one intention: a repeated request with the same key takes effect once. */
const onceKey = z.string().min(8).max(100);
const gameType = z.string().min(1).max(60);
const strength = z.enum(STRENGTHS as [Strength, ...Strength[]]);
/** A time for each move, or one clock for the whole game; the tools check what goes together. */
const time = {
  move_time_s: z.int().min(1).max(86_400).optional().describe('Seconds for each move'),
  clock_base_s: z.int().min(1).max(86_400).optional().describe('Seconds that each player begins with'),
  clock_increment_s: z.int().min(0).max(3_600).optional().describe('Seconds that each move adds'),
};
const seat = z.int().min(0).max(99);

const soloBody = z.strictObject({
  game_type: gameType.describe('The game'),
  opponent: z.enum(OPPONENTS).default('medium').describe('How well the bots play, or one of them by its name'),
  seat: seat.default(0).describe('Your seat, from 0'),
  ...time,
  idempotency_key: onceKey.describe(
    'Chosen by the page for one intention: a repeated request with the same key takes effect once',
  ),
});

const openBody = z.strictObject({
  game_type: gameType.describe('The game'),
  seat: seat.default(0).describe('Your seat, from 0'),
  max_players: z.int().min(2).max(100).optional().describe('Most players'),
  ...time,
  fill_with_bots_after_s: z
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe('House bots take the empty seats after this time'),
  bot_strength: strength.optional().describe('How well they play'),
  unlisted: z.boolean().optional().describe('Only for those who have the link'),
  idempotency_key: onceKey.describe(
    'Chosen by the page for one intention: a repeated request with the same key takes effect once',
  ),
});

const onceBody = z.strictObject({
  idempotency_key: onceKey.describe(
    'Chosen by the page for one intention: a repeated request with the same key takes effect once',
  ),
});
const actBody = z.strictObject({
  action: z
    .unknown()
    .refine((action) => action !== undefined, 'Required')
    .describe('A legal move of the seat, or one that the game describes'),
  idempotency_key: onceKey.describe(
    'Chosen by the page for one intention: a repeated request with the same key takes effect once',
  ),
});
const present = (fields: Record<string, unknown>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;

const openedGame = z.strictObject({ game_session_id: z.string().describe('The lobby, also the id of its match') });
const seatAnswer = z.strictObject({ seat: ownSeatSchema.nullable().describe('Your seat now; null without one') });

/** People at the board: the tools of agents, called in the name of the owner's player. docs/decisions/0034-people-and-guests.md */
export const PLAY_ACTIONS: OwnerOperation[] = [
  defineTool({
    name: 'post_play_solo',
    title: 'Play against house bots',
    caller: 'visitor',
    rest: 'POST /play/solo',
    restStatus: 201,
    input: soloBody,
    output: openedGame,
    examples: [{ game_type: 'chess', opponent: 'easy', idempotency_key: 'one-intention-1' }],
    async run(context, input) {
      const { game_type: gameId, idempotency_key: key, ...options } = input;
      const { experienceId } = requirePlayableGame(gameId);
      const action = { type: 'options', ...present(options) };
      return { game_session_id: await openSolo(await askToPlay(context), experienceId, action, key) };
    },
  }),
  defineTool({
    name: 'post_play_lobbies',
    title: 'Open a lobby',
    caller: 'visitor',
    rest: 'POST /play/lobbies',
    restStatus: 201,
    input: openBody,
    output: openedGame,
    examples: [{ game_type: 'chess', move_time_s: 300, idempotency_key: 'one-intention-1' }],
    async run(context, input) {
      const { game_type: gameId, idempotency_key: key, max_players, seat: host_seat, ...config } = input;
      const { experienceId: experience_id } = requirePlayableGame(gameId);
      const request = await askToPlay(context);
      // The lobby of a guest is in no list, because nothing in it is rated.
      const unlisted = isGuest(request) ? true : config.unlisted;
      const lobby = { experience_id, max_players, config: present({ ...config, unlisted, host_seat }) };
      const { game_session_id } = await callTool(request, lobbyCreate, present(lobby), key);
      return { game_session_id: String(game_session_id) };
    },
  }),
  defineTool({
    name: 'post_play_lobbies_id_join',
    title: 'Join a lobby',
    caller: 'visitor',
    rest: 'POST /play/lobbies/{id}/join',
    input: z.strictObject({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: openedGame,
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run(context, input) {
      await joinLobby(await askToPlay(context), input.id);
      return { game_session_id: input.id };
    },
  }),
  defineTool({
    name: 'post_play_lobbies_id_leave',
    title: 'Leave a lobby',
    caller: 'person',
    rest: 'POST /play/lobbies/{id}/leave',
    input: z.strictObject({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: openedGame,
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run(context, input) {
      await callTool(await ask(context), lobbyLeave, { game_session_id: input.id });
      return { game_session_id: input.id };
    },
  }),
  defineTool({
    name: 'post_play_lobbies_id_start',
    title: 'Start the match of a lobby',
    caller: 'person',
    rest: 'POST /play/lobbies/{id}/start',
    input: z.strictObject({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: openedGame,
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run(context, input) {
      await requireBuiltinLobby(input.id);
      await callTool(await ask(context), matchStart, { game_session_id: input.id });
      return { game_session_id: input.id };
    },
  }),
  defineTool({
    name: 'post_play_matches_id_act',
    title: 'Act in a match',
    caller: 'person',
    rest: 'POST /play/matches/{id}/act',
    input: actBody.extend({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: seatAnswer,
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001', action: 'e4', idempotency_key: 'one-intention-1' }],
    async run(context, input) {
      const { id: matchId, action, idempotency_key } = input;
      const request = await ask(context);
      const own = { matchId, agentId: request.caller.agentId };
      const { sessionId: session_id } = await requireSeatSession(own);
      if (session_id === null) {
        const place = await requireFixturePlace(matchId);
        const move = { league_id: place.leagueId, match_id: place.matchId, move: action };
        await callTool(request, leagueMove, move, idempotency_key);
      } else {
        await callTool(request, sessionStep, { session_id, action: action as JsonObject, idempotency_key });
      }
      return { seat: await readOwnSeat(own) };
    },
  }),
  defineTool({
    name: 'post_play_matches_id_resign',
    title: 'Resign a match',
    caller: 'person',
    rest: 'POST /play/matches/{id}/resign',
    input: z.strictObject({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: seatAnswer,
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: async (context, input) => ({ seat: await resign(await ask(context), input.id) }),
  }),
  defineTool({
    name: 'post_play_matches_id_page',
    title: 'Note that the page of a match was closed, or is open',
    caller: 'person',
    rest: 'POST /play/matches/{id}/page',
    input: z.strictObject({
      id: z.uuid().describe('The lobby, also the id of its match'),
      is_open: z.boolean().describe('False when the page was closed: after two minutes the match is given up'),
    }),
    output: z.strictObject({ is_open: z.boolean().describe('As it was sent') }),
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001', is_open: true }],
    async run(context, { id: matchId, is_open: isOpen }) {
      const { caller } = await ask(context);
      await notePage({ matchId, agentId: caller.agentId, isOpen });
      return { is_open: isOpen };
    },
  }),
  defineTool({
    name: 'post_play_matches_id_rematch',
    title: 'Play again',
    caller: 'person',
    rest: 'POST /play/matches/{id}/rematch',
    input: onceBody.extend({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: openedGame,
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001', idempotency_key: 'one-intention-1' }],
    async run(context, input) {
      const rematch = { matchId: input.id, key: input.idempotency_key };
      return { game_session_id: await playAgain(await ask(context), rematch) };
    },
  }),
];

async function openSolo(
  request: PersonRequest,
  experience_id: string,
  initial_action: JsonObject,
  key: string,
): Promise<string> {
  const opened = await callTool(request, sessionCreate, { experience_id, initial_action }, key);
  return String(opened.game_session_id ?? opened.session_id);
}

const isGuest = ({ caller }: PersonRequest): boolean => caller.ownerId === null;

/** Joins a lobby of a built-in game. @throws NOT_FOUND · FORBIDDEN for a guest in a public lobby of an agent · AGENT_BUSY · EXPERIENCE_ERROR when it is full or over */
async function joinLobby(request: PersonRequest, lobbyId: string): Promise<void> {
  await requireBuiltinLobby(lobbyId, { isGuest: isGuest(request) });
  await callTool(request, lobbyJoin, { game_session_id: lobbyId });
}

/** @throws NOT_FOUND for a match of no league */
async function requireFixturePlace(matchId: string) {
  const place = await findFixturePlace(matchId);
  if (!place) throw new AppError('NOT_FOUND', 'There is no such match in a league.');
  return place;
}

/** Ends a game for one player, or resigns in a match against others. Doing it again changes nothing. */
async function resign(request: PersonRequest, matchId: string): Promise<OwnSeat | null> {
  const own = { matchId, agentId: request.caller.agentId };
  const { sessionId: session_id, isAlone } = await requireSeatSession(own);
  if (session_id === null) {
    const { leagueId } = await requireFixturePlace(matchId);
    await resignInLeague({ ...own, leagueId });
    return readOwnSeat(own);
  }
  if (isAlone) await callTool(request, sessionEnd, { session_id });
  else await callTool(request, sessionStep, { session_id, action: { type: 'resign' }, idempotency_key: 'resign' });
  const seat = await readOwnSeat(own);
  // A match that continues without the person does not keep them from other games.
  const isEngaged = seat?.status === 'active' && (await readCurrentGame(own.agentId))?.game_session_id === matchId;
  if (isEngaged) await callTool(request, sessionEnd, { session_id });
  return seat;
}

/**
 * Starts the same game again: joins the rematch that another player has opened, else opens one. Returns its id.
 * @throws NOT_FOUND without a seat in the match · INVALID_STATE while it runs · AGENT_BUSY
 */
async function playAgain(request: PersonRequest, rematch: { matchId: string; key: string }): Promise<string> {
  const { matchId, key } = rematch;
  const { agentId } = request.caller;
  const plan = await planRematch({ matchId, agentId });
  if (plan.kind === 'solo') return openSolo(request, plan.experienceId, plan.initialAction, key);
  if (plan.kind === 'join') return joinAndReturnId(request, plan.lobbyId);
  const lobbyId = await openRematchLobby(request, plan, key);
  const first = await offerRematch({ matchId, lobbyId, agentId });
  if (first === lobbyId) return lobbyId;
  await callTool(request, lobbyLeave, { game_session_id: lobbyId });
  return joinAndReturnId(request, first);
}

async function openRematchLobby(
  request: PersonRequest,
  plan: RematchPlan & { kind: 'lobby' },
  key: string,
): Promise<string> {
  const { experienceId: experience_id, maxPlayers: max_players, config } = plan;
  return String((await callTool(request, lobbyCreate, { experience_id, max_players, config }, key)).game_session_id);
}

async function joinAndReturnId(request: PersonRequest, lobbyId: string): Promise<string> {
  await joinLobby(request, lobbyId);
  return lobbyId;
}
