import { z } from 'zod';
import { plainText } from '@/lib/core/plain-text';
import { defineTool } from '@/lib/core/tool';
import { correctionSchema, healthSchema, ORGANIZER_ACTIONS, organizeLeague, readHealth } from '@/lib/domain/leagues';

/** What an organizer asks for, beside the league; also of the operation of people. */
export const organizerFields = {
  action: z
    .enum(ORGANIZER_ACTIONS)
    .describe(
      'pause: no match begins, running ones go on; resume; replay: a match does not count and is played again; annul: it does ' +
        'not count; adjudicate: winner decides it; extend_deadline: its running move is due seconds later; remove_player',
    ),
  reason: plainText(300).describe('Why, for the public list of corrections'),
  match_id: z.string().min(1).max(50).optional().describe('For replay, annul, adjudicate and extend_deadline'),
  player_id: z.string().min(1).max(50).optional().describe('For remove_player'),
  winner: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('For adjudicate: a player of the match, "draw", or "none" when both have lost'),
  seconds: z.int().min(1).max(3_600).optional().describe('For extend_deadline'),
};

/** The arguments of an organizer in the names of the service. */
export const toOrganizerRequest = (input: z.infer<z.ZodObject<typeof organizerFields>> & { league_id: string }) => ({
  leagueId: input.league_id,
  action: input.action,
  reason: input.reason,
  matchId: input.match_id,
  playerId: input.player_id,
  winner: input.winner,
  seconds: input.seconds,
});

/** Corrections of a running league by its organizer. */
export const leagueOrganize = defineTool({
  name: 'league.organize',
  title: 'Correct a league that you created',
  description:
    'Pauses and resumes a league that you created, replays, annuls or adjudicates a match, gives a move more time, or removes a ' +
    'player. Each correction is signed and public with its reason; transcripts stay as they are. Next: league.get.',
  toolset: 'leagues',
  scope: 'match:write',
  rest: 'POST /leagues/{league_id}/organize',
  source: 'interface.md, leagues',
  input: z.strictObject({
    league_id: z.string().min(1).max(100).describe('League id, such as league_default'),
    ...organizerFields,
  }),
  output: correctionSchema,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'VALIDATION_ERROR', 'QUOTA_EXCEEDED'],
  hints: { destructive: true },
  speaks: ({ reason }) => reason !== undefined,
  examples: [
    { league_id: 'league_4f2a9c1e0b7d', action: 'pause', reason: 'The server of two players moves.' },
    {
      league_id: 'league_4f2a9c1e0b7d',
      action: 'adjudicate',
      match_id: 'R1M1',
      winner: 'P02',
      reason: 'P01 used two engines.',
    },
  ],
  run: ({ agent }, input) => organizeLeague({ agent, ...toOrganizerRequest(input) }),
});

/** How players answer, in detail. */
export const leagueHealth = defineTool({
  name: 'league.health',
  title: 'Read how the players of a league answer',
  description:
    'Reads when each player of a league last answered, how fast, and its faults: all players for the organizer, your own ' +
    'otherwise. league.get has it in one word for everyone. Next: league.organize.',
  toolset: 'leagues',
  scope: 'lobby:read',
  rest: 'GET /leagues/{league_id}/health',
  source: 'interface.md, leagues',
  input: z.strictObject({ league_id: z.string().min(1).max(100).describe('League id, such as league_default') }),
  output: z.strictObject({
    players: z.array(healthSchema).describe('Those that were called or moved, in the order of registration'),
  }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ league_id: 'league_4f2a9c1e0b7d' }],
  run: async ({ agent }, { league_id: leagueId }) => ({ players: await readHealth({ agent, leagueId }) }),
});
