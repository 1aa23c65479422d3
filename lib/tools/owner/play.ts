import { z } from 'zod';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { playerNameBody } from '@/lib/domain/console';
import {
  callerOfPerson,
  chosenNameOf,
  ensurePerson,
  findPlayerOf,
  type OwnPlayer,
  type Person,
  renamePlayer,
} from '@/lib/domain/people';
import {
  currentGameSchema,
  listOpenLobbies,
  openLobbySchema,
  ownSeatSchema,
  readCurrentGame,
  readOwnSeat,
  readRole,
} from '@/lib/domain/play';
import { roleField } from '../fields';
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
} from '../person';

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
const tablesQuery = z.strictObject({ game_type: gameType.optional().describe('The game') });

/** The caller, with the player of theirs that agents see. */
async function ask(call: { who: Person; address: string; signal: AbortSignal }): Promise<PersonRequest> {
  return {
    caller: await callerOfPerson(call.who),
    call: (idempotencyKey) => ({
      transport: 'rest',
      address: call.address,
      signal: call.signal,
      requestId: newId(),
      idempotencyKey,
    }),
  };
}

/** The same for a request that starts or joins a game, by which a visitor becomes a guest. */
async function askToPlay(call: {
  who: Person | null;
  address: string;
  signal: AbortSignal;
  setCookie(cookie: string): void;
}): Promise<PersonRequest> {
  const { who: person, address, setCookie, signal } = call;
  return ask({ who: await ensurePerson({ person: person, address, setCookie }), address, signal });
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

const self: OwnerOperation[] = [
  defineTool({
    name: 'get_play_me',
    title: 'Read your player and where it plays',
    caller: 'visitor',
    rest: 'GET /play/me',
    input: z.strictObject({}),
    output: z.strictObject({
      is_guest: z.boolean().describe('Whether you have no account'),
      account_name: z
        .string()
        .nullable()
        .describe('The name that the account was given; null for a guest, and where none was chosen'),
      player: playerAnswer.nullable().describe('Your player; null before you have played'),
      place: currentGameSchema.nullable().describe('What you play or wait for; null for nothing'),
    }),
    examples: [{}],
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
  defineTool({
    name: 'patch_play_me',
    title: 'Rename your player',
    caller: 'owner',
    rest: 'PATCH /play/me',
    input: playerNameBody,
    output: playerAnswer,
    examples: [{ display_name: 'Ada' }],
    async run({ who }, body) {
      return wirePlayer(await renamePlayer(who, body.display_name));
    },
  }),
];

const tables: OwnerOperation[] = [
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
      return {
        game_session_id: await startAgainstBot(await askToPlay(context), { gameId, key, options: present(options) }),
      };
    },
  }),
  defineTool({
    name: 'get_play_lobbies',
    title: 'List open lobbies, of a game or of all',
    caller: 'anyone',
    rest: 'GET /play/lobbies',
    input: tablesQuery,
    output: z.strictObject({ lobbies: z.array(openLobbySchema).describe('Those that everyone may join') }),
    examples: [{}],
    async run(_context, query) {
      return { lobbies: await listOpenLobbies({ gameId: query.game_type }) };
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
      const { game_type: gameId, idempotency_key: key, max_players: maxPlayers, seat: host_seat, ...config } = input;
      const lobby = { gameId, key, maxPlayers, config: present({ ...config, host_seat }) };
      return { game_session_id: await openLobby(await askToPlay(context), lobby) };
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
      await leaveLobby(await ask(context), input.id);
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
      await startLobby(await ask(context), input.id);
      return { game_session_id: input.id };
    },
  }),
];

const seats: OwnerOperation[] = [
  defineTool({
    name: 'get_play_matches_id',
    title: 'Read your seat in a match',
    caller: 'person',
    rest: 'GET /play/matches/{id}',
    input: z.strictObject({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: z.strictObject({
      seat: ownSeatSchema.nullable().describe('Your seat; null without one'),
      role: roleField.nullable().describe('Your role in the lobby; null without one'),
    }),
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { id }) {
      return placeIn(await findPlayerOf(who), id);
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
      const { action, idempotency_key: key } = input;
      return { seat: await act(await ask(context), { matchId: input.id, action, key }) };
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

/** A person's seat in a match and role in its lobby. */
async function placeIn(player: OwnPlayer | null, id: string) {
  if (!player) return { seat: null, role: null };
  const { agentId } = player;
  const [own, role] = await Promise.all([readOwnSeat({ matchId: id, agentId }), readRole({ lobbyId: id, agentId })]);
  return { seat: own, role };
}

/** People at the board: the tools of agents, called in the name of the owner's player. docs/decisions/0034-people-and-guests.md */
export const PLAY_OPERATIONS: OwnerOperation[] = [...self, ...tables, ...seats];
