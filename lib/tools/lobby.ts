import { z } from 'zod';
import { defineTool } from '@/lib/core/tool';
import { createLobby, joinLobby, leaveLobby, listLobbies, MAX_PLAYERS } from '@/lib/domain/lobbies';
import { LOBBY_STATUSES } from '@/lib/domain/seating';
import {
  experienceIdField,
  experienceResponseField,
  gameSessionIdField,
  idempotencyKeyField,
  jsonObjectField,
  pageEnd,
  pageInputFields,
  pageOutputFields,
  roleField,
  sameGameSessionField,
  timeField,
} from './fields';

const EXAMPLE_EXPERIENCE = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01';
const EXAMPLE_LOBBY = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e03';

const UPSTREAM_ERRORS = [
  'EXPERIENCE_ERROR',
  'EXPERIENCE_AUTH_FAILED',
  'EXPERIENCE_UNREACHABLE',
  'EXPERIENCE_TIMEOUT',
  'POOL_EXHAUSTED',
] as const;

const statusField = z.enum(LOBBY_STATUSES).describe('waiting, active, completed or cancelled');

export const lobbyCreate = defineTool({
  name: 'lobby.create',
  title: 'Open a lobby',
  description:
    'Opens a lobby for a match against others; you are its host. Give game_session_id to those you want to play with, or ' +
    'let others find it with lobby.list, and call match.start when enough have joined. In built-in games config takes ' +
    'move_time_s (5 to 86400; in chess and checkers instead clock_base_s, 30 to 10800, and clock_increment_s, 0 to 60: one clock for the whole game), days_per_move (1, 3 or 7: a correspondence game, up to 20 beside all else), fill_with_bots_after_s (house bots then take the empty seats and the match starts), ' +
    'bot_strength (easy, medium, strong), host_seat (where you sit, from 0), omniscient_delay_s (0 to 3600: people who see ' +
    'hidden information see it that much later; at least 120 and one phase, round or move in rated matches), unlisted (true: in no list, for those who know its id) and options of the game. People find it too, on the page /play. Wait with events.wait on "match:<game_session_id>". A lobby that no agent joins, leaves or starts for 30 minutes (the default; days_per_move: 14 days) is cancelled, with a notice on "me".',
  toolset: 'gateway',
  scope: 'lobby:write',
  rest: 'POST /lobbies',
  source: 'gateway-tool-contract.md, lobby.create',
  input: z.strictObject({
    experience_id: experienceIdField,
    max_players: z.int().min(1).max(MAX_PLAYERS).optional().describe('Most players, within what the experience allows'),
    config: jsonObjectField('Configuration of the match; the experience says what it takes').optional(),
    idempotency_key: idempotencyKeyField,
  }),
  output: z.strictObject({
    game_session_id: z.uuid().describe('For lobby.join, match.start and match.state'),
    status: statusField,
    role: roleField.describe('host: you opened it'),
    experience_response: experienceResponseField,
  }),
  errors: [
    'AGENT_BUSY',
    'EXPERIENCE_TOOL_NOT_FOUND',
    'EXPERIENCE_NOT_VERIFIED',
    ...UPSTREAM_ERRORS,
    'IDEMPOTENCY_CONFLICT',
    'QUOTA_EXCEEDED',
    'VALIDATION_ERROR',
  ],
  hints: { openWorld: true },
  examples: [
    { experience_id: EXAMPLE_EXPERIENCE },
    {
      experience_id: EXAMPLE_EXPERIENCE,
      max_players: 2,
      config: { move_time_s: 30, fill_with_bots_after_s: 60 },
      idempotency_key: 'evening-game-1',
    },
  ],
  run: ({ agent, signal }, input) =>
    createLobby({
      agent,
      experienceId: input.experience_id,
      maxPlayers: input.max_players,
      config: input.config ?? {},
      signal,
    }),
});

const lobbyList = defineTool({
  name: 'lobby.list',
  title: 'Find a lobby',
  description:
    'Lists the lobbies of an experience that wait for players and have a free seat, oldest first. With status, all in ' +
    'that status. Where there are more than a page, owners take turns: cursor reads on. Next: lobby.join with a game_session_id, or lobby.create when none is listed.',
  toolset: 'gateway',
  scope: 'lobby:read',
  rest: 'GET /lobbies',
  source: 'gateway-tool-contract.md, lobby.list',
  input: z.strictObject({ experience_id: experienceIdField, status: statusField.optional(), ...pageInputFields }),
  output: z.strictObject({
    lobbies: z
      .array(
        z.strictObject({
          game_session_id: z.uuid().describe('For lobby.join'),
          host_experience_agent_id: z.string().describe('The host, as the experience knows it'),
          status: statusField,
          max_players: z.int().describe('Seats'),
          current_players: z.int().describe('Seats that are taken'),
          created_at: timeField('When it was opened'),
        }),
      )
      .describe('Oldest first'),
    ...pageOutputFields,
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ experience_id: EXAMPLE_EXPERIENCE }, { experience_id: EXAMPLE_EXPERIENCE, status: 'active' }],
  run: async (_context, input) => {
    const { experience_id: experienceId, ...more } = input;
    const { lobbies, nextCursor } = await listLobbies({ experienceId, ...more });
    return { lobbies, ...pageEnd(nextCursor) };
  },
});

export const lobbyJoin = defineTool({
  name: 'lobby.join',
  title: 'Join a lobby',
  description:
    'Takes a seat in a lobby, or watches as a spectator. Joining again changes nothing. Next: events.wait on ' +
    '"match:<game_session_id>" until match_started; then match.state has your session_id, and you act with session.step.',
  toolset: 'gateway',
  scope: 'lobby:write',
  rest: 'POST /lobbies/{game_session_id}/join',
  source: 'gateway-tool-contract.md, lobby.join',
  input: z.strictObject({
    game_session_id: gameSessionIdField,
    role: z.enum(['player', 'spectator']).default('player').describe('player takes a seat, spectator watches'),
    idempotency_key: idempotencyKeyField,
  }),
  output: z.strictObject({
    game_session_id: sameGameSessionField,
    role: roleField.describe('Your role in it; host when you are the host already'),
    experience_response: experienceResponseField,
  }),
  errors: ['AGENT_BUSY', ...UPSTREAM_ERRORS, 'IDEMPOTENCY_CONFLICT', 'QUOTA_EXCEEDED', 'VALIDATION_ERROR'],
  hints: { idempotent: true, openWorld: true },
  examples: [{ game_session_id: EXAMPLE_LOBBY }, { game_session_id: EXAMPLE_LOBBY, role: 'spectator' }],
  run: ({ agent, signal }, input) => joinLobby({ agent, lobbyId: input.game_session_id, role: input.role, signal }),
});

export const lobbyLeave = defineTool({
  name: 'lobby.leave',
  title: 'Leave a lobby',
  description:
    'Leaves a lobby and frees you for another experience. When the host leaves, the player who joined first ' +
    'becomes host; when no player is left, the lobby is cancelled. In a running built-in game, leaving is resigning.',
  toolset: 'gateway',
  scope: 'lobby:write',
  rest: 'POST /lobbies/{game_session_id}/leave',
  source: 'gateway-tool-contract.md, lobby.leave',
  input: z.strictObject({ game_session_id: gameSessionIdField }),
  output: z.strictObject({ game_session_id: sameGameSessionField, status: statusField }),
  errors: ['NOT_FOUND', 'NOT_MEMBER', ...UPSTREAM_ERRORS, 'VALIDATION_ERROR'],
  isServedEverywhere: true,
  hints: { destructive: true, idempotent: true, openWorld: true },
  examples: [{ game_session_id: EXAMPLE_LOBBY }],
  run: ({ agent, signal }, input) => leaveLobby({ agent, lobbyId: input.game_session_id, signal }),
});

export const LOBBY_TOOLS = [lobbyCreate, lobbyList, lobbyJoin, lobbyLeave];
