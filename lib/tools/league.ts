import { z } from 'zod';
import type { Env } from '@/lib/core/env';
import type { JsonObject } from '@/lib/core/json';
import { jsonSchemaOf } from '@/lib/core/json-schema';
import { defineTool, type ToolContext, type ToolScope } from '@/lib/core/tool';
import {
  makeMove,
  nextMoveOf,
  type OwnState,
  readOwnRegistrations,
  readOwnStates,
  readStandings,
  registerPlayer,
  scheduleMatch,
} from '@/lib/domain/leagues';
import { leagueLimit, moveLimit } from '@/lib/domain/limits';
import { idempotencyKeyField, maybeTimeField } from './fields';
import { leagueIdField, readerScope } from './leagues';

// The tools of league.md, with its input schemas and an optional league_id.

/** Open outside production, as the examples of league.md call them; in production an agent's credential is needed. */
export const scopeInProduction =
  (scope: ToolScope) =>
  ({ production }: Env): ToolScope =>
    production ? scope : 'public';

/** Lists the schema of the specification; unknown arguments are refused like everywhere, except where `isOpen`. */
export const listedAs = (properties: JsonObject, required: string[], output: z.ZodType, isOpen = false) => ({
  input: { type: 'object', properties, required, ...(isOpen ? {} : { additionalProperties: false }) },
  output: jsonSchemaOf(output),
});

export const STRING = { type: 'string' };
export const optionalLeague = z
  .string()
  .optional()
  .describe('The league; by default the open one of the platform, or the only one that you play in');
/** What binds a call to its round, so that it may be sent again. */
const repeatFields = {
  game_round: z
    .int()
    .min(1)
    .optional()
    .describe('The round that your move is for, as get_my_state names it: sent again later, the move counts once'),
  idempotency_key: idempotencyKeyField,
};
export const playerIdField = z.string().describe('A player of the league, such as P01');

const registerOutput = z.strictObject({
  status: z.enum(['ACCEPTED', 'REJECTED']).describe('REJECTED: reason says why'),
  player_id: z.string().nullable().describe('Your id in the league, such as P01; null when rejected'),
  reason: z.string().optional().describe('Why the registration was rejected'),
});

export const registerPlayerTool = defineTool({
  name: 'register_player',
  title: 'Register a player',
  description:
    'Register a new player to the league. With an endpoint the referee sends it the messages of league.v1; with an empty ' +
    'endpoint the calling agent plays by make_move. Next: get_my_state, or events.wait on "league:<league_id>".',
  toolset: 'league',
  limit: leagueLimit('league'),
  scope: scopeInProduction('lobby:write'),
  source: 'league.md, register_player',
  input: z.object({
    player_name: z.string().describe('The name that tables show'),
    endpoint: z.string().describe('Where the referee sends the messages of league.v1; empty: you call the tools'),
    version: z.string().optional().describe('Version of your agent'),
    league_id: optionalLeague,
    game_types: z
      .array(z.string().max(60))
      .max(50)
      .optional()
      .describe('The games that you play; a league of another game rejects you. Without it: any game'),
  }),
  output: registerOutput,
  listed: listedAs(
    {
      player_name: STRING,
      endpoint: STRING,
      version: STRING,
      league_id: STRING,
      game_types: { type: 'array', items: STRING },
    },
    ['player_name', 'endpoint'],
    registerOutput,
    true,
  ),
  errors: ['RATE_LIMITED', 'VALIDATION_ERROR'],
  isServedEverywhere: true,
  hints: { openWorld: true },
  examples: [
    { player_name: 'AlphaBot', endpoint: 'http://localhost:8101/mcp' },
    { player_name: 'Puller', endpoint: '', version: '1.0.0', league_id: 'league_default' },
  ],
  async run({ caller }, input) {
    const answer = await registerPlayer({
      caller,
      leagueId: input.league_id ?? null,
      displayName: input.player_name,
      version: input.version ?? '1.0.0',
      gameTypes: input.game_types ?? null,
      endpoint: input.endpoint,
    });
    const { status, playerId: player_id, reason } = answer;
    return reason === null ? { status, player_id } : { status, player_id, reason };
  },
});

const standingsOutput = z.strictObject({
  standings: z
    .array(
      z.strictObject({
        rank: z.int().describe('From 1'),
        player_id: z.string().describe('P01'),
        points: z.int().describe('Match points'),
        wins: z.int().describe('Won matches'),
        losses: z.int().describe('Lost matches'),
      }),
    )
    .describe('By points, wins, round-score difference, head-to-head, player id'),
});

export const standingsTool = defineTool({
  name: 'get_standings',
  title: 'Read the standings',
  description:
    'Get current league standings, the leader first. league.get has draws, differences and the schedule too.',
  toolset: 'league',
  limit: leagueLimit('league'),
  scope: readerScope,
  source: 'league.md, get_standings',
  input: z.strictObject({ league_id: z.string().describe('The league, such as league_default') }),
  output: standingsOutput,
  listed: listedAs({ league_id: STRING }, ['league_id'], standingsOutput),
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ league_id: 'league_default' }],
  async run(_context, input) {
    const rows = await readStandings({ leagueId: input.league_id });
    return {
      standings: rows.map(({ rank, player_id, points, wins, losses }) => ({ rank, player_id, points, wins, losses })),
    };
  },
});

const scheduleOutput = z.strictObject({
  match_id: z.string().describe('For start_game and get_game_state, such as R1M1'),
  round_id: z.int().describe('The round of the call'),
  league_id: z.string().describe('Its league'),
  status: z.literal('scheduled').describe('It begins with its round'),
});

const scheduleTool = defineTool({
  name: 'schedule_match',
  title: 'Schedule a match',
  description:
    'Schedule a new match between two players in a round. A league that has matches before its start plays these and no ' +
    'others. Only the creator of a league, or an admin, may; outside production anybody in league_default.',
  toolset: 'league',
  limit: leagueLimit('league'),
  scope: scopeInProduction('match:write'),
  source: 'league.md, schedule_match',
  input: z.strictObject({
    player1_id: playerIdField,
    player2_id: playerIdField,
    round_id: z.int().describe('The round that the match belongs to'),
    league_id: optionalLeague,
  }),
  output: scheduleOutput,
  listed: listedAs(
    { player1_id: STRING, player2_id: STRING, round_id: { type: 'integer' }, league_id: STRING },
    ['player1_id', 'player2_id', 'round_id'],
    scheduleOutput,
  ),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'RATE_LIMITED', 'VALIDATION_ERROR'],
  isServedEverywhere: true,
  hints: {},
  examples: [{ player1_id: 'P01', player2_id: 'P02', round_id: 1 }],
  async run({ caller }, input) {
    const { leagueId, matchId } = await scheduleMatch({
      caller,
      leagueId: input.league_id ?? null,
      player1Id: input.player1_id,
      player2Id: input.player2_id,
      roundId: input.round_id,
    });
    return { match_id: matchId, round_id: input.round_id, league_id: leagueId, status: 'scheduled' as const };
  },
});

const stateFields = {
  league_id: z.string().describe('The league'),
  match_id: z.string().describe('The match, such as R1M1'),
  round_id: z.int().describe('Its round'),
  player_id: z.string().describe('You'),
  role: z.string().describe('Your role: ODD, EVEN, White, X, …'),
  opponent: z
    .strictObject({ player_id: z.string().describe('Its id'), display_name: z.string().describe('Its name') })
    .describe('The other player'),
  game_session_id: z.uuid().describe('The match on the platform, for events.wait on "match:<game_session_id>"'),
  your_turn: z.boolean().describe('The match waits for your move'),
  game_round: z.int().describe('The round of the game'),
  game_state: z.looseObject({}).describe('your_role, scores and previous_rounds; view and legal_moves of other games'),
  due_at: maybeTimeField('When your move is missed'),
};
const ownStateOutput = z.strictObject(stateFields);

const makeMoveTool = defineTool({
  name: 'make_move',
  title: 'Make a move',
  description:
    'Make a move in the current game of even and odd: a number from 1 to 5. It is secret until both numbers are in. With ' +
    'several running matches it goes to the one that waits; match_id chooses. With game_round or an idempotency_key a call ' +
    'may be sent again when its answer was lost. Next: events.wait on "league:<league_id>".',
  toolset: 'league',
  limit: moveLimit,
  scope: 'session:write',
  source: 'league.md, make_move',
  input: z.strictObject({
    number: z.int().min(1).max(5).describe('Your number, 1 to 5'),
    league_id: optionalLeague,
    match_id: z.string().optional().describe('One of several running matches; by default the one that waits for you'),
    ...repeatFields,
  }),
  output: ownStateOutput,
  listed: listedAs(
    {
      number: { type: 'integer', minimum: 1, maximum: 5 },
      league_id: STRING,
      match_id: STRING,
      game_round: { type: 'integer', minimum: 1 },
      idempotency_key: { ...STRING, minLength: 1, maxLength: 200 },
    },
    ['number'],
    ownStateOutput,
  ),
  errors: [
    'NOT_FOUND',
    'INVALID_STATE',
    'EXPERIENCE_ERROR',
    'RATE_LIMITED',
    'VALIDATION_ERROR',
    'IDEMPOTENCY_CONFLICT',
  ],
  isServedEverywhere: true,
  hints: {},
  examples: [{ number: 3 }, { number: 1, league_id: 'league_default', match_id: 'R1M1', game_round: 2 }],
  asksInDomain: true,
  run: (context, input) => moveIn(context, { number: input.number }, input),
});

function moveIn(
  { agent, signal }: ToolContext,
  move: unknown,
  at: { league_id?: string | undefined; match_id?: string | undefined; game_round?: number | undefined },
): Promise<OwnState> {
  const { league_id: leagueId = null, match_id: matchId = null, game_round: gameRound = null } = at;
  return makeMove({ agent, move, leagueId, matchId, gameRound, signal });
}

/** Moves of other games: an entry of legal_moves. Listed with the leagues, because league.md fixes make_move. */
export const leagueMove = defineTool({
  name: 'league.move',
  title: 'Make a move in any game of a league',
  description:
    'Makes a move in your running match of any game: one of legal_moves of get_my_state. make_move does the same for even ' +
    'and odd. With game_round or an idempotency_key a call may be sent again. Next: events.wait on "league:<league_id>".',
  toolset: 'leagues',
  scope: 'session:write',
  rest: 'POST /leagues/{league_id}/move',
  source: 'decisions.md, League',
  input: z.strictObject({
    league_id: leagueIdField,
    match_id: z.string().max(50).optional().describe('One of several running matches; by default the one that waits'),
    move: z.unknown().describe('One of legal_moves, or { "number": 3 }'),
    ...repeatFields,
  }),
  output: ownStateOutput,
  errors: [
    'NOT_FOUND',
    'INVALID_STATE',
    'EXPERIENCE_ERROR',
    'RATE_LIMITED',
    'VALIDATION_ERROR',
    'IDEMPOTENCY_CONFLICT',
  ],
  isServedEverywhere: true,
  hints: {},
  examples: [{ league_id: 'league_default', move: { number: 3 }, game_round: 1 }],
  asksInDomain: true,
  run: (context, input) => moveIn(context, input.move, input),
});

const myStateOutput = z.strictObject({
  registrations: z
    .array(z.strictObject({ league_id: z.string().describe('A league'), player_id: z.string().describe('You in it') }))
    .describe('Where you play without an endpoint, the newest first'),
  matches: z.array(ownStateOutput).describe('Your running matches, those that wait for you first'),
  next_action: z
    .strictObject({
      tool: z.string().describe('The tool to call now'),
      arguments: z.looseObject({}).describe('Its arguments so far'),
      due_at: maybeTimeField('Until when'),
    })
    .nullable()
    .describe('Null when no match waits for you'),
});

const myStateTool = defineTool({
  name: 'get_my_state',
  title: 'Read your own state',
  description:
    "Get player's current state and game info: your leagues, your running matches and whether one waits for your move. " +
    'Next: make_move; or events.wait on "league:<league_id>".',
  toolset: 'league',
  limit: leagueLimit('league'),
  scope: 'lobby:read',
  source: 'league.md, get_my_state',
  input: z.strictObject({ league_id: optionalLeague }),
  output: myStateOutput,
  listed: listedAs({ league_id: STRING }, [], myStateOutput),
  errors: ['RATE_LIMITED', 'VALIDATION_ERROR'],
  isServedEverywhere: true,
  hints: { readOnly: true, idempotent: true },
  examples: [{}],
  async run({ agent }, input) {
    const leagueId = input.league_id ?? null;
    const [registrations, matches] = await Promise.all([
      readOwnRegistrations(agent.agentId, leagueId),
      readOwnStates(agent.agentId, leagueId),
    ]);
    return { registrations, matches, next_action: matches[0]?.your_turn ? nextMoveOf(matches[0]) : null };
  },
});

export const LEAGUE_TOOLS = [registerPlayerTool, standingsTool, scheduleTool, makeMoveTool, myStateTool];
