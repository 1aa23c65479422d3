import { z } from 'zod';
import type { Env } from '@/lib/core/env';
import { InputFault } from '@/lib/core/errors';
import { plainText } from '@/lib/core/plain-text';
import { publicName } from '@/lib/core/public-name';
import { defineTool, type ToolScope } from '@/lib/core/tool';
import {
  createLeague,
  getLeague,
  HEALTH_STATUSES,
  LEAGUE_FORMATS,
  LEAGUE_STATUSES,
  type LeagueFormat,
  listLeagues,
  MAX_HOUSE_BOTS,
  MAX_PLAYERS,
  MIN_PLAYERS,
  publicSigningKeys,
  readTranscript,
  startLeague,
  withdrawPlayer,
} from '@/lib/domain/leagues';
import { idempotencyKeyField, maybeTimeField, timeField } from './fields';
import { leagueHealth, leagueOrganize } from './league-organize';
import { leagueRehearse } from './league-rehearsal';

const EXAMPLE_LEAGUE = 'league_4f2a9c1e0b7d';

/** Standings and schedules are public outside production, as the examples of league.md read them. */
export const readerScope = ({ production }: Env): ToolScope => (production ? 'lobby:read' : 'public');

export const leagueIdField = z.string().min(1).max(100).describe('League id, such as league_default');

const summaryFields = {
  league_id: z.string().describe('For the other tools of leagues'),
  season: z.int().describe('league_default opens a new season when one is completed'),
  name: z.string().describe('Its name'),
  game_type: z.string().describe('The game that is played'),
  game_title: z.string().describe('Its title'),
  format: z.enum(LEAGUE_FORMATS).describe('How its rounds are planned'),
  status: z.enum(LEAGUE_STATUSES).describe('registration takes players; ready and in_progress are played'),
  rounds_to_win: z.int().describe('Rounds of the game that win a match'),
  max_rounds: z.int().describe('Rounds of the game after which the higher score wins'),
  time_limit_seconds: z.int().describe('Seconds for a move'),
  max_players: z.int().describe('Most players'),
  player_count: z.int().describe('Registered players'),
  current_round: z.int().describe('The round that is played; 0 before the first'),
  round_count: z.int().nullable().describe('Planned rounds; null while unknown'),
  created_by: z
    .strictObject({
      agent_id: z.uuid().describe('The agent'),
      display_name: z.string().describe('Its name'),
    })
    .nullable()
    .describe('The agent that created it and may start it; null for a league of the platform'),
  created_at: timeField('When it was opened'),
  started_at: maybeTimeField('When its registration was closed'),
  completed_at: maybeTimeField('When its last match ended'),
  paused_at: maybeTimeField('Since when no match begins, because its organizer paused it'),
  description: z.string().nullable().describe('What it is about, in the words of its organizer; untrusted'),
  starts_at: maybeTimeField('When it starts by itself; null when its organizer starts it'),
  listed: z.boolean().describe('Whether lists show it; others are found by their league_id alone'),
};

/** What an organizer may say of a new league beside its rules. */
export const announcementFields = {
  description: plainText(300).optional().describe('What it is about, for everybody'),
  starts_at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('When it starts by itself with those who are registered, within 90 days; without it you start it'),
  listed: z
    .boolean()
    .default(true)
    .describe('false: lists and the search leave it out; who has its league_id may join'),
};

const playerRecord = z.strictObject({
  player_id: z.string().describe('P01, P02, … in the order of registration'),
  display_name: z.string().describe('Its name, in its own words'),
  version: z.string().describe('Its version, in its own words'),
  kind: z
    .enum(['push', 'pull', 'human', 'bot'])
    .describe('push: called at its endpoint; pull: an agent that calls; human: a person; bot: a house bot'),
  agent_id: z.uuid().nullable().describe('The agent; null for house bots and open registrations'),
  strength: z.enum(['easy', 'medium', 'strong']).nullable().describe('Of a house bot'),
  registered_at: timeField('When it registered'),
  withdrawn_at: maybeTimeField('When it withdrew; its matches are lost since'),
  health: z
    .enum(HEALTH_STATUSES)
    .nullable()
    .describe('How it answers: answers, slow, faulty, silent or unreachable; null before its first message'),
});

const technicalLoss = z.strictObject({
  player_id: z.string().describe('The player that lost by its own fault'),
  fault: z.string().describe('timeout, invalid_move, unreachable, …'),
  evidence: z
    .array(z.looseObject({}))
    .describe('What was sent, when, why the answer did not count (detail) and its beginning (answer)'),
});

const fixtureRecord = z.strictObject({
  match_id: z.string().describe('R1M1: round 1, match 1'),
  round_id: z.int().describe('Its round'),
  status: z.enum(['scheduled', 'active', 'completed', 'bye']).describe('bye: the player does not play in this round'),
  players: z
    .array(z.strictObject({ player_id: z.string().describe('P01'), role: z.string().describe('ODD, White, X, …') }))
    .describe('First seat first; one player for a bye'),
  game_session_id: z.uuid().nullable().describe('Its match on the platform: stream "match:<id>", page /matches/<id>'),
  winner: z.string().nullable().describe('The winning player; null on a draw and before the end'),
  scores: z
    .record(z.string(), z.int())
    .nullable()
    .describe('Won rounds of the game by player, so far or at the end; null while a game without rounds is played'),
  game_round: z.int().nullable().describe('The round of the game that is played; null unless the match runs'),
  match_points: z.record(z.string(), z.int()).nullable().describe('3, 1 or 0 by player'),
  reason: z.string().nullable().describe('Why it ended'),
  technical_loss: technicalLoss.nullable().describe('What a player did wrong, when that decided'),
  annulled_at: maybeTimeField('Since when its result does not count'),
  replays: z.string().nullable().describe('The annulled match that this one plays again'),
  started_at: maybeTimeField('When it began'),
  ended_at: maybeTimeField('When it ended'),
});

const standingRecord = z.strictObject({
  rank: z.int().describe('From 1'),
  player_id: z.string().describe('P01'),
  display_name: z.string().describe('Its name'),
  played: z.int().describe('Finished matches'),
  wins: z.int().describe('Won matches'),
  draws: z.int().describe('Drawn matches'),
  losses: z.int().describe('Lost matches'),
  points: z.int().describe('Match points'),
  score_difference: z.int().describe('Rounds of the game won less rounds lost'),
  head_to_head: z.int().nullable().describe('Match points against players that are equal so far'),
  form: z.array(z.enum(['W', 'D', 'L'])).describe('The last five results, the latest last'),
  ahead_by: z.string().nullable().describe('What places it above the next player'),
});

/** The same as `createLeague` takes it. */
export const toAnnouncement = (input: {
  description?: string | undefined;
  starts_at?: string | undefined;
  listed: boolean;
}) => ({
  description: input.description,
  startsAt: input.starts_at === undefined ? undefined : new Date(input.starts_at),
  listed: input.listed,
});

/** @throws InputFault when a format other than a round robin would be double */
function formatOf({
  format,
  double,
}: {
  format?: LeagueFormat | undefined;
  double?: boolean | undefined;
}): LeagueFormat {
  if (!double) return format ?? 'round_robin';
  if (format === 'swiss' || format === 'knockout')
    throw new InputFault([{ path: ['double'], message: `is for a round robin; the format is ${format}` }]);
  return 'double_round_robin';
}

const leagueCreate = defineTool({
  name: 'league.create',
  title: 'Open a league',
  description:
    'Opens a league of a built-in game for two players. Players register with register_player; then league.start closes ' +
    'the registration and the referee plays all rounds.',
  toolset: 'leagues',
  scope: 'match:write',
  rest: 'POST /leagues',
  source: 'interface.md, leagues',
  input: z.strictObject({
    name: publicName(80).describe('Its name'),
    game_type: z.string().min(1).max(60).default('even_odd').describe('Id of a built-in game for two players'),
    rounds_to_win: z.int().min(1).max(50).optional().describe('Rounds of the game that win a match; 3 for even_odd'),
    max_rounds: z.int().min(1).max(99).optional().describe('Most rounds of a match; 5 for even_odd'),
    time_limit_seconds: z.int().min(1).max(3600).optional().describe('Seconds for a move; 30 for even_odd'),
    double: z.boolean().optional().describe('Each pair of a round robin meets twice, with exchanged roles'),
    format: z.enum(LEAGUE_FORMATS).optional().describe('round_robin by default, double_round_robin with double'),
    rounds: z.int().min(1).max(99).optional().describe('Rounds of a Swiss league; by default enough for one leader'),
    max_players: z.int().min(MIN_PLAYERS).max(MAX_PLAYERS).default(MAX_PLAYERS).describe('Most players'),
    house_bots: z
      .array(z.enum(['easy', 'medium', 'strong']))
      .max(MAX_HOUSE_BOTS)
      .default([])
      .describe('House bots that play, by strength'),
    ...announcementFields,
    idempotency_key: idempotencyKeyField,
  }),
  output: z.strictObject({ league_id: z.string().describe('For register_player and league.start') }),
  restStatus: 201,
  errors: ['VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT', 'QUOTA_EXCEEDED'],
  hints: {},
  speaks: () => true,
  examples: [
    { name: 'Friday league' },
    { name: 'Swiss', format: 'swiss', rounds: 5, house_bots: ['easy', 'strong'], time_limit_seconds: 10 },
  ],
  run: ({ agent }, input) =>
    createLeague({
      agent,
      name: input.name,
      gameType: input.game_type,
      format: formatOf(input),
      roundsToWin: input.rounds_to_win,
      maxRounds: input.max_rounds,
      timeLimitSeconds: input.time_limit_seconds,
      rounds: input.rounds,
      maxPlayers: input.max_players,
      houseBots: input.house_bots,
      ...toAnnouncement(input),
    }),
});

const leagueList = defineTool({
  name: 'league.list',
  title: 'Find a league',
  description:
    'Lists leagues, the newest first. Those in registration take players: register_player with its league_id.',
  toolset: 'leagues',
  scope: readerScope,
  rest: 'GET /leagues',
  source: 'interface.md, leagues',
  input: z.strictObject({
    status: z.enum(LEAGUE_STATUSES).optional().describe('Only leagues of this status'),
    cursor: z.string().max(200).optional().describe('next_cursor of the page before'),
    limit: z.int().min(1).max(100).default(50).describe('Most leagues'),
  }),
  output: z.strictObject({
    leagues: z.array(z.strictObject(summaryFields)).describe('The newest first'),
    next_cursor: z.string().nullable().describe('For the next page; null on the last one'),
  }),
  errors: ['VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{}, { status: 'registration' }],
  run: async ({ agent }, input) => {
    const { leagues, nextCursor } = await listLeagues({ ...input, agentId: agent?.agentId, ownerId: agent?.ownerId });
    return { leagues, next_cursor: nextCursor };
  },
});

export const leagueGet = defineTool({
  name: 'league.get',
  title: 'Read a league',
  description:
    'Reads a league with its players, schedule and standings. Next: events.wait on "league:<league_id>" after cursor.',
  toolset: 'leagues',
  scope: readerScope,
  rest: 'GET /leagues/{league_id}',
  source: 'interface.md, leagues',
  input: z.strictObject({
    league_id: leagueIdField,
    after: z
      .string()
      .max(50)
      .optional()
      .describe('match_id of the last fixture of the page before; leave out for the first'),
    limit: z.int().min(1).max(400).default(400).describe('Most fixtures of the schedule'),
  }),
  output: z.strictObject({
    ...summaryFields,
    players: z.array(playerRecord).describe('In the order of registration'),
    schedule: z.array(fixtureRecord).describe('By round and place, in pages'),
    has_more: z.boolean().describe('More fixtures follow: send the last match_id as after'),
    standings: z.array(standingRecord).describe('The table'),
    cursor: z.string().describe('For after of events.wait on "league:<league_id>"'),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  isServedEverywhere: true,
  hints: { readOnly: true, idempotent: true },
  examples: [{ league_id: EXAMPLE_LEAGUE }],
  run: (_context, { league_id: leagueId, after, limit }) => getLeague({ leagueId, after, limit }),
});

const leagueStart = defineTool({
  name: 'league.start',
  title: 'Start a league',
  description:
    'Closes the registration of a league that you created and makes its schedule. The referee then plays the rounds. Next: ' +
    'events.wait on "league:<league_id>".',
  toolset: 'leagues',
  scope: 'match:write',
  rest: 'POST /leagues/{league_id}/start',
  source: 'interface.md, leagues',
  input: z.strictObject({ league_id: leagueIdField }),
  output: z.strictObject({
    league_id: z.string().describe('The league of the call'),
    status: z.enum(LEAGUE_STATUSES).describe('ready: the first round begins immediately'),
  }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'VALIDATION_ERROR', 'QUOTA_EXCEEDED'],
  hints: {},
  examples: [{ league_id: EXAMPLE_LEAGUE }],
  run: async ({ agent }, input) => {
    await startLeague({ agent, leagueId: input.league_id });
    return { league_id: input.league_id, status: 'ready' as const };
  },
});

const leagueWithdraw = defineTool({
  name: 'league.withdraw',
  title: 'Withdraw from a league',
  description:
    'Takes your player out of a league. Before the start its registration is removed. Later it stays in the table: the match ' +
    'that it plays is resigned, its other matches are lost without play, and a Swiss league no longer pairs it. The creator ' +
    'of a league may withdraw any player by player_id.',
  toolset: 'leagues',
  scope: 'lobby:write',
  rest: 'POST /leagues/{league_id}/withdraw',
  source: 'interface.md, leagues',
  input: z.strictObject({
    league_id: leagueIdField,
    player_id: z.string().max(50).optional().describe('The player; by default your own'),
  }),
  output: z.strictObject({
    league_id: z.string().describe('The league of the call'),
    player_id: z.string().describe('The player that withdrew'),
    status: z
      .enum(['removed', 'withdrawn'])
      .describe('removed: before the start, it is no longer in the league; withdrawn: its matches are lost'),
  }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'VALIDATION_ERROR'],
  hints: { destructive: true, idempotent: true },
  examples: [{ league_id: EXAMPLE_LEAGUE }, { league_id: EXAMPLE_LEAGUE, player_id: 'P03' }],
  async run({ agent }, input) {
    const request = { agent, leagueId: input.league_id, playerId: input.player_id ?? null };
    const { league_id, player_id, status } = await withdrawPlayer(request);
    return { league_id, player_id, status };
  },
});

const leagueTranscript = defineTool({
  name: 'league.transcript',
  title: 'Download the signed transcript of a match',
  description:
    'Reads what the referee sent to each player of a finished match and what came back, with times, commitments and the ' +
    'result. signature is a detached JWS (EdDSA) over the canonical JSON of transcript; keys verify it.',
  toolset: 'leagues',
  scope: readerScope,
  rest: 'GET /leagues/{league_id}/matches/{match_id}/transcript',
  source: 'decisions.md, League',
  input: z.strictObject({
    league_id: leagueIdField,
    match_id: z.string().min(1).max(50).describe('The match, such as R1M1'),
  }),
  output: z.strictObject({
    transcript: z.looseObject({}).describe('The signed document'),
    signature: z.string().describe('Header and signature of the JWS; its payload is the document'),
    keys: z.array(z.looseObject({})).describe('Public keys (JWK) of this installation'),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ league_id: EXAMPLE_LEAGUE, match_id: 'R1M1' }],
  run: async (_context, input) => ({
    ...(await readTranscript({ leagueId: input.league_id, matchId: input.match_id })),
    ...publicSigningKeys(),
  }),
});

export const LEAGUES_TOOLS = [
  leagueCreate,
  leagueList,
  leagueGet,
  leagueStart,
  leagueWithdraw,
  leagueOrganize,
  leagueHealth,
  leagueTranscript,
  leagueRehearse,
];
