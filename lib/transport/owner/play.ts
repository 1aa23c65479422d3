import { z } from 'zod';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import {
  callerOfPerson,
  chosenNameOf,
  ensurePerson,
  findPlayerOf,
  limitOwnerRequests,
  type OwnPlayer,
  type Person,
  playerNameBody,
  renamePlayer,
} from '@/lib/domain/auth';
import {
  currentGameSchema,
  listOpenLobbies,
  openLobbySchema,
  ownSeatSchema,
  readCurrentGame,
  readOwnSeat,
  readRole,
  waitForPrivateEvents,
} from '@/lib/domain/play';
import { roleField } from '@/lib/tools/fields';
import {
  act,
  joinLobby,
  leaveLobby,
  openLobby,
  type PersonRequest,
  playAgain,
  resign,
  startAgainstBot,
  startLobby,
} from '@/lib/tools/person';
import { TransportCall } from '@/lib/transport/tool-call';
import { anyone, owner, person, visitor } from './callers';
import { defineRoute, type Route } from './route';
import { waitUntilDrain } from './waiting';

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
  opponent: strength.default('medium').describe('How well the bots play'),
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
/** Shorter than the time after which proxies cut a request. */
const MAX_PRIVATE_WAIT_MS = 25_000;
const privateQuery = z.strictObject({
  after: z
    .union([z.literal(''), z.ulid()])
    .default('')
    .describe('The newest entry that you have'),
  timeout_ms: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_PRIVATE_WAIT_MS)
    .default(MAX_PRIVATE_WAIT_MS)
    .describe('How long to wait for news'),
});
const tablesQuery = z.strictObject({ game_type: gameType.optional().describe('The game') });

/** The caller, with the player of theirs that agents see. */
async function ask(call: { who: Person; address: string; signal: AbortSignal }): Promise<PersonRequest> {
  return {
    caller: await callerOfPerson(call.who),
    call: (key) => new TransportCall('rest', call.address, call, key),
  };
}

/** The same for a request that starts or joins a game, by which a visitor becomes a guest. */
async function askToPlay(call: {
  who: Person | null;
  address: string;
  signal: AbortSignal;
  setCookie(cookie: string): void;
}): Promise<PersonRequest> {
  const { who: known, address, setCookie, signal } = call;
  return ask({ who: await ensurePerson({ person: known, address, setCookie }), address, signal });
}

const present = (fields: Record<string, unknown>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;

const wirePlayer = ({ agentId, displayName }: OwnPlayer) => ({ agent_id: agentId, display_name: displayName });

const playerAnswer = z.strictObject({
  agent_id: z.uuid().describe('Your player'),
  display_name: z.string().describe('Its name'),
});
const openedGame = z.strictObject({ game_session_id: z.string().describe('The lobby, also the id of its match') });
const seatAnswer = z.strictObject({ seat: ownSeatSchema.nullable().describe('Your seat now; null without one') });

const self: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/play/me',
    title: 'Read your player and where it plays',
    output: z.strictObject({
      is_guest: z.boolean().describe('Whether you have no account'),
      account_name: z
        .string()
        .nullable()
        .describe('The name that the account was given; null for a guest, and where none was chosen'),
      player: playerAnswer.nullable().describe('Your player; null before you have played'),
      place: currentGameSchema.nullable().describe('What you play or wait for; null for nothing'),
    }),
    who: visitor,
    async run({ who }) {
      const player = who && (await findPlayerOf(who));
      return {
        is_guest: who?.kind !== 'owner',
        account_name: who?.kind === 'owner' ? chosenNameOf(who.owner) : null,
        player: player && wirePlayer(player),
        place: player && (await readCurrentGame(player.agentId)),
      };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/play/me',
    title: 'Rename your player',
    output: playerAnswer,
    example: { display_name: 'Ada' },
    who: owner,
    body: playerNameBody,
    async run({ who, body }) {
      return wirePlayer(await renamePlayer(who, body.display_name));
    },
  }),
];

const tables: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/play/solo',
    title: 'Play against house bots',
    output: openedGame,
    example: { game_type: 'chess', opponent: 'easy', idempotency_key: 'one-intention-1' },
    who: visitor,
    body: soloBody,
    status: 201,
    async run(call) {
      const { game_type: gameId, idempotency_key: key, ...options } = call.body;
      return {
        game_session_id: await startAgainstBot(await askToPlay(call), { gameId, key, options: present(options) }),
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/play/lobbies',
    title: 'List open lobbies, of a game or of all',
    output: z.strictObject({ lobbies: z.array(openLobbySchema).describe('Those that everyone may join') }),
    who: anyone,
    query: tablesQuery,
    async run({ query, address }) {
      await limitOwnerRequests(address, 'read');
      return { lobbies: await listOpenLobbies({ gameId: query.game_type }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies',
    title: 'Open a lobby',
    output: openedGame,
    example: { game_type: 'chess', move_time_s: 300, idempotency_key: 'one-intention-1' },
    who: visitor,
    body: openBody,
    status: 201,
    async run(call) {
      const {
        game_type: gameId,
        idempotency_key: key,
        max_players: maxPlayers,
        seat: host_seat,
        ...config
      } = call.body;
      const lobby = { gameId, key, maxPlayers, config: present({ ...config, host_seat }) };
      return { game_session_id: await openLobby(await askToPlay(call), lobby) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies/{id}/join',
    title: 'Join a lobby',
    output: openedGame,
    who: visitor,
    async run(call) {
      await joinLobby(await askToPlay(call), call.params.id);
      return { game_session_id: call.params.id };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies/{id}/leave',
    title: 'Leave a lobby',
    output: openedGame,
    who: person,
    async run(call) {
      await leaveLobby(await ask(call), call.params.id);
      return { game_session_id: call.params.id };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies/{id}/start',
    title: 'Start the match of a lobby',
    output: openedGame,
    who: person,
    async run(call) {
      await startLobby(await ask(call), call.params.id);
      return { game_session_id: call.params.id };
    },
  }),
];

const seats: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/play/matches/{id}',
    title: 'Read your seat in a match',
    output: z.strictObject({
      seat: ownSeatSchema.nullable().describe('Your seat; null without one'),
      role: roleField.nullable().describe('Your role in the lobby; null without one'),
    }),
    who: person,
    async run({ who, params }) {
      return placeIn(await findPlayerOf(who), params.id);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/play/matches/{id}/private-events',
    title: 'Wait for what only you see in a match',
    output: z.strictObject({
      events: z
        .array(
          z.strictObject({
            id: z.string().describe('Its id, for after'),
            type: z.string().describe('What happened'),
            at: z.iso.datetime().describe('When'),
            data: z.looseObject({}).describe('As your seat may read it'),
          }),
        )
        .describe('The oldest first'),
    }),
    who: person,
    query: privateQuery,
    async run({ who, params, query, signal }) {
      const player = await findPlayerOf(who);
      if (!player) return { events: [] };
      const of = { matchId: params.id, agentId: player.agentId, after: query.after, timeoutMs: query.timeout_ms };
      return {
        events: (await waitUntilDrain(signal, (ends) => waitForPrivateEvents({ ...of, signal: ends }))).map(
          toWireEvent,
        ),
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/act',
    title: 'Act in a match',
    output: seatAnswer,
    example: { action: 'e4', idempotency_key: 'one-intention-1' },
    who: person,
    body: actBody,
    async run(call) {
      const { action, idempotency_key: key } = call.body;
      return { seat: await act(await ask(call), { matchId: call.params.id, action, key }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/resign',
    title: 'Resign a match',
    output: seatAnswer,
    who: person,
    run: async (call) => ({ seat: await resign(await ask(call), call.params.id) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/rematch',
    title: 'Play again',
    output: openedGame,
    example: { idempotency_key: 'one-intention-1' },
    who: person,
    body: onceBody,
    async run(call) {
      const rematch = { matchId: call.params.id, key: call.body.idempotency_key };
      return { game_session_id: await playAgain(await ask(call), rematch) };
    },
  }),
];

const toWireEvent = ({ at, ...event }: Awaited<ReturnType<typeof waitForPrivateEvents>>[number]) => ({
  ...event,
  at: at.toISOString(),
});

/** A person's seat in a match and role in its lobby. */
async function placeIn(player: OwnPlayer | null, id: string) {
  if (!player) return { seat: null, role: null };
  const { agentId } = player;
  const [own, role] = await Promise.all([readOwnSeat({ matchId: id, agentId }), readRole({ lobbyId: id, agentId })]);
  return { seat: own, role };
}

/** People at the board: the tools of agents, called in the name of the owner's player. docs/decisions/0034-people-and-guests.md */
export const PLAY_ROUTES: Route[] = [...self, ...tables, ...seats];
