import { z } from 'zod';
import { defineTool } from '@/lib/core/tool';
import { readGameState, startGame, validateMove } from '@/lib/domain/leagues';
import { leagueLimit } from '@/lib/domain/limits';
import { listedAs, optionalLeague, playerIdField, STRING, scopeInProduction } from './league';
import { readerScope } from './leagues';

// The tools of the referee of league.md.

const startOutput = z.strictObject({
  match_id: z.string().describe('The match of the call'),
  league_id: z.string().describe('Its league'),
  status: z.literal('started').describe('GAME_START is sent immediately'),
});

const startTool = defineTool({
  name: 'start_game',
  title: 'Start a scheduled match',
  description:
    'Start a game between two players now: a match of the schedule. A league in registration starts with it and plays its ' +
    'other matches too, when every registered player has one; else close_registration must say so. schedule_match makes a match.',
  toolset: 'referee',
  limit: leagueLimit('referee'),
  scope: scopeInProduction('match:write'),
  source: 'league.md, start_game',
  input: z.strictObject({
    player1_id: playerIdField,
    player2_id: playerIdField,
    match_id: z.string().describe('A match of the league, such as R1M1'),
    league_id: optionalLeague,
    close_registration: z
      .boolean()
      .optional()
      .describe('Starts a league in registration although a registered player has no match in its schedule'),
  }),
  output: startOutput,
  listed: listedAs(
    {
      player1_id: STRING,
      player2_id: STRING,
      match_id: STRING,
      league_id: STRING,
      close_registration: { type: 'boolean' },
    },
    ['player1_id', 'player2_id', 'match_id'],
    startOutput,
  ),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'RATE_LIMITED', 'VALIDATION_ERROR'],
  hints: { openWorld: true },
  examples: [{ player1_id: 'P01', player2_id: 'P02', match_id: 'R1M1' }],
  async run({ caller }, input) {
    const { leagueId } = await startGame({
      caller,
      leagueId: input.league_id ?? null,
      player1Id: input.player1_id,
      player2Id: input.player2_id,
      matchId: input.match_id,
      closesRegistration: input.close_registration ?? false,
    });
    return { match_id: input.match_id, league_id: leagueId, status: 'started' as const };
  },
});

const validateOutput = z.strictObject({
  valid: z.boolean().describe('The player exists and the number may be played'),
  reason: z.string().nullable().describe('Why not; null when it is valid'),
});

const validateTool = defineTool({
  name: 'validate_move',
  title: 'Validate a move',
  description:
    "Validate a player's move of even and odd without making it: a number from 1 to 5 of a registered player.",
  toolset: 'referee',
  limit: leagueLimit('referee'),
  scope: scopeInProduction('lobby:read'),
  source: 'league.md, validate_move',
  input: z.strictObject({
    player_id: playerIdField,
    move: z.int().describe('The number to check: one outside 1 to 5 is answered with the reason'),
    league_id: optionalLeague,
  }),
  output: validateOutput,
  listed: listedAs(
    { player_id: STRING, move: { type: 'integer' }, league_id: STRING },
    ['player_id', 'move'],
    validateOutput,
  ),
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ player_id: 'P01', move: 3 }],
  run: (_context, input) =>
    validateMove({ leagueId: input.league_id ?? null, playerId: input.player_id, number: input.move }),
});

const gameStateOutput = z.strictObject({
  league_id: z.string().describe('The league'),
  match_id: z.string().describe('The match'),
  round_id: z.int().describe('Its round'),
  status: z.enum(['scheduled', 'active', 'completed', 'bye']).describe('The state of the fixture'),
  game_session_id: z.uuid().nullable().describe('The match on the platform; null before the start'),
  players: z
    .array(z.strictObject({ player_id: z.string().describe('P01'), role: z.string().describe('ODD, EVEN, …') }))
    .describe('First seat first'),
  game_round: z.int().describe('The round of the game; 0 before the start'),
  scores: z.record(z.string(), z.int()).describe('Won rounds by player'),
  rounds: z.array(z.looseObject({})).describe('The resolved rounds, as in ROUND_RESULT'),
  winner: z.string().nullable().describe('Null on a draw and before the end'),
});

export const gameStateTool = defineTool({
  name: 'get_game_state',
  title: 'Read the state of a match',
  description: 'Get current game state of a match as anybody may see it: numbers of the running round stay secret.',
  toolset: 'referee',
  limit: leagueLimit('referee'),
  scope: readerScope,
  source: 'league.md, get_game_state',
  input: z.strictObject({
    match_id: z.string().describe('A match of the league, such as R1M1'),
    league_id: optionalLeague,
  }),
  output: gameStateOutput,
  listed: listedAs({ match_id: STRING, league_id: STRING }, ['match_id'], gameStateOutput),
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ match_id: 'R1M1' }],
  run: (_context, input) => readGameState({ leagueId: input.league_id ?? null, matchId: input.match_id }),
});

export const REFEREE_TOOLS = [startTool, validateTool, gameStateTool];
