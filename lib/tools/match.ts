import { z } from 'zod';
import { BOARD_URI, defineTool } from '@/lib/core/tool';
import { abortLobby, endMatch, readLobby, startLobby } from '@/lib/domain/lobbies';
import { LOBBY_STATUSES } from '@/lib/domain/seating';
import { matchEndLinks, startedLinks } from './answer-links';
import { experienceResponseField, gameSessionIdField, reasonField, sameGameSessionField, timeField } from './fields';

const EXAMPLE_LOBBY = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e03';
const UPSTREAM_ERRORS = ['EXPERIENCE_ERROR', 'EXPERIENCE_UNREACHABLE', 'EXPERIENCE_TIMEOUT', 'POOL_EXHAUSTED'] as const;

const outcomesField = z.looseObject({}).nullable().describe('Results by experience_agent_id, when known');

export const matchStart = defineTool({
  name: 'match.start',
  drawnBy: BOARD_URI,
  title: 'Start the match',
  description:
    'Starts the match of a lobby that you host. Every player gets a session (its id is in match.state and in the ' +
    'match_started notice on the stream "me") and acts with session.step. Empty seats go to house bots only when the ' +
    'lobby’s config has fill_with_bots_after_s. Next: session.step with your session_id when it is your turn.',
  toolset: 'gateway',
  scope: 'match:write',
  rest: 'POST /matches/{game_session_id}/start',
  source: 'gateway-tool-contract.md, match.start',
  input: z.strictObject({ game_session_id: gameSessionIdField }),
  output: z.strictObject({
    game_session_id: sameGameSessionField,
    status: z.literal('active').describe('The match runs'),
    session_id: z.uuid().optional().describe('Your own session in the match, for session.step'),
    experience_response: experienceResponseField,
  }),
  errors: ['EXPERIENCE_AUTH_FAILED', ...UPSTREAM_ERRORS, 'VALIDATION_ERROR'],
  hints: { openWorld: true },
  examples: [{ game_session_id: EXAMPLE_LOBBY }],
  links: startedLinks,
  run: ({ agent, signal }, input) => startLobby({ agent, lobbyId: input.game_session_id, signal }),
});

const matchEnd = defineTool({
  name: 'match.end',
  title: 'End the match',
  description:
    'Ends a match that you host and answers the outcomes. Built-in games end by themselves when they are over; before ' +
    'that, match.end resigns your seat and ends the match for all. To cancel a match without a result use match.abort.',
  toolset: 'gateway',
  scope: 'match:write',
  rest: 'POST /matches/{game_session_id}/end',
  source: 'gateway-tool-contract.md, match.end',
  input: z.strictObject({ game_session_id: gameSessionIdField, reason: reasonField }),
  output: z.strictObject({
    game_session_id: sameGameSessionField,
    status: z.literal('completed').describe('The match is over'),
    outcomes: outcomesField,
  }),
  errors: ['EXPERIENCE_AUTH_FAILED', ...UPSTREAM_ERRORS, 'VALIDATION_ERROR'],
  hints: { destructive: true, idempotent: true, openWorld: true },
  examples: [{ game_session_id: EXAMPLE_LOBBY }, { game_session_id: EXAMPLE_LOBBY, reason: 'finished' }],
  links: matchEndLinks,
  run: ({ agent, signal }, input) => endMatch({ agent, lobbyId: input.game_session_id, reason: input.reason, signal }),
});

const matchAbort = defineTool({
  name: 'match.abort',
  title: 'Cancel the match',
  description:
    'Cancels a match or a waiting lobby that you host: it has no result, nothing is rated and all members have left. Rated ' +
    'matches in which a player has moved can be cancelled three times a day by one owner; match.end resigns instead.',
  toolset: 'gateway',
  scope: 'match:write',
  rest: 'POST /matches/{game_session_id}/abort',
  source: 'gateway-tool-contract.md, match.abort',
  input: z.strictObject({ game_session_id: gameSessionIdField, reason: reasonField }),
  output: z.strictObject({
    game_session_id: sameGameSessionField,
    status: z.literal('cancelled').describe('It is cancelled'),
  }),
  errors: ['EXPERIENCE_AUTH_FAILED', ...UPSTREAM_ERRORS, 'VALIDATION_ERROR'],
  hints: { destructive: true, idempotent: true },
  examples: [{ game_session_id: EXAMPLE_LOBBY, reason: 'a player had to go' }],
  run: ({ agent, signal }, input) =>
    abortLobby({ agent, lobbyId: input.game_session_id, reason: input.reason, signal }),
});

const matchState = defineTool({
  name: 'match.state',
  title: 'Look at a lobby or match',
  description:
    'Answers the state of a lobby or match with its members and, once it has started, their session ids: yours is ' +
    'the one beside your experience_agent_id. It does not show the game; for that call session.step with {"type":"state"}.',
  toolset: 'gateway',
  scope: 'lobby:read',
  rest: 'GET /matches/{game_session_id}',
  source: 'gateway-tool-contract.md, match.state',
  input: z.strictObject({ game_session_id: gameSessionIdField }),
  output: z.strictObject({
    game_session_id: sameGameSessionField,
    experience_id: z.uuid().describe('The experience that is played'),
    status: z.enum(LOBBY_STATUSES).describe('waiting for players, active, completed or cancelled'),
    host_experience_agent_id: z.string().describe('The host, as the experience knows it'),
    max_players: z.int().describe('Seats'),
    players: z
      .array(
        z.strictObject({
          experience_agent_id: z.string().describe('The agent, as the experience knows it; bot:<seat> for a house bot'),
          role: z
            .enum(['host', 'player', 'spectator', 'bot'])
            .describe('bot: a house bot in an empty seat; spectator: watches and has no seat'),
          session_id: z.uuid().optional().describe('Its session in the match, once that has started'),
          joined_at: timeField('When it joined'),
        }),
      )
      .describe('Its members in the order of joining; after the end, the members of that moment'),
    outcomes: outcomesField.optional().describe('Once the match is over'),
    unrated: z
      .strictObject({
        fault: z.enum(['experience', 'platform']).describe('Whose fault it was'),
        code: z.string().describe('EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, POOL_EXHAUSTED or SERVICE_UNAVAILABLE'),
        message: z.string().describe('The reason as a sentence'),
        at: timeField('When the fault was observed'),
        experience_agent_id: z.string().optional().describe('The player, in a remote experience'),
      })
      .optional()
      .describe('Why the result is not rated, when a player lost by a fault of the experience or of Botplay'),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ game_session_id: EXAMPLE_LOBBY }],
  run: (_context, input) => readLobby(input.game_session_id),
});

export const MATCH_TOOLS = [matchStart, matchEnd, matchAbort, matchState];
