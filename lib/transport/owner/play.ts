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
import { listOpenLobbies, readCurrentGame, readOwnSeat, readRole, waitForPrivateEvents } from '@/lib/domain/play';
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
  move_time_s: z.int().min(1).max(86_400).optional(),
  clock_base_s: z.int().min(1).max(86_400).optional(),
  clock_increment_s: z.int().min(0).max(3_600).optional(),
};
const seat = z.int().min(0).max(99);

const soloBody = z.strictObject({
  game_type: gameType,
  opponent: strength.default('medium'),
  seat: seat.default(0),
  ...time,
  idempotency_key: onceKey,
});

const openBody = z.strictObject({
  game_type: gameType,
  seat: seat.default(0),
  max_players: z.int().min(2).max(100).optional(),
  ...time,
  fill_with_bots_after_s: z.int().min(0).max(86_400).optional(),
  bot_strength: strength.optional(),
  /** Only for those who have the link. */
  unlisted: z.boolean().optional(),
  idempotency_key: onceKey,
});

const onceBody = z.strictObject({ idempotency_key: onceKey });
const actBody = z.strictObject({
  action: z.unknown().refine((action) => action !== undefined, 'Required'),
  idempotency_key: onceKey,
});
/** Shorter than the time after which proxies cut a request. */
const MAX_PRIVATE_WAIT_MS = 25_000;
const privateQuery = z.strictObject({
  after: z.union([z.literal(''), z.ulid()]).default(''),
  timeout_ms: z.coerce.number().int().min(0).max(MAX_PRIVATE_WAIT_MS).default(MAX_PRIVATE_WAIT_MS),
});
const tablesQuery = z.strictObject({ game_type: gameType.optional() });

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

const self: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/play/me',
    title: 'Read your player and where it plays',
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
    who: person,
    async run({ who, params }) {
      return placeIn(await findPlayerOf(who), params.id);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/play/matches/{id}/private-events',
    title: 'Wait for what only you see in a match',
    who: person,
    query: privateQuery,
    async run({ who, params, query, signal }) {
      const player = await findPlayerOf(who);
      if (!player) return { events: [] };
      const of = { matchId: params.id, agentId: player.agentId, after: query.after, timeoutMs: query.timeout_ms };
      return { events: await waitUntilDrain(signal, (ends) => waitForPrivateEvents({ ...of, signal: ends })) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/act',
    title: 'Act in a match',
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
    who: person,
    run: async (call) => ({ seat: await resign(await ask(call), call.params.id) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/rematch',
    title: 'Play again',
    who: person,
    body: onceBody,
    async run(call) {
      const rematch = { matchId: call.params.id, key: call.body.idempotency_key };
      return { game_session_id: await playAgain(await ask(call), rematch) };
    },
  }),
];

/** A person's seat in a match and role in its lobby. */
async function placeIn(player: OwnPlayer | null, id: string) {
  if (!player) return { seat: null, role: null };
  const { agentId } = player;
  const [own, role] = await Promise.all([readOwnSeat({ matchId: id, agentId }), readRole({ lobbyId: id, agentId })]);
  return { seat: own, role };
}

/** People at the board: the tools of agents, called in the name of the owner's player. docs/decisions/0075-human-players.md */
export const PLAY_ROUTES: Route[] = [...self, ...tables, ...seats];
