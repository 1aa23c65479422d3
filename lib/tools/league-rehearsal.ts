import { z } from 'zod';
import { defineTool } from '@/lib/core/tool';
import { rehearse } from '@/lib/domain/leagues';

/** What an endpoint understands, before it is registered. */
export const leagueRehearse = defineTool({
  name: 'league.rehearse',
  title: 'Rehearse a match with an endpoint',
  description:
    'Sends a GAME_START and a MOVE_REQUEST of even_odd to your endpoint now, as the referee of a league would, and says what ' +
    'it understood of the answers. Nothing is registered or stored. Next: register_player.',
  toolset: 'leagues',
  scope: 'lobby:write',
  rest: 'POST /leagues/rehearse',
  source: 'decisions.md, League',
  input: z.strictObject({
    endpoint: z.string().min(1).max(2_048).describe('Where the referee would send the messages of league.v1'),
  }),
  output: z.strictObject({
    understood: z.boolean().describe('The endpoint could play'),
    messages: z
      .array(
        z.strictObject({
          message_type: z.string().describe('GAME_START, then MOVE_REQUEST'),
          message: z.looseObject({}).describe('What was sent as params.message'),
          answer: z.looseObject({}).nullable().describe('result or error of the JSON-RPC answer; null when none came'),
          answered_after_ms: z.int().nullable().describe('Latency; null when none came'),
          ok: z.boolean().describe('It would be taken'),
          detail: z.string().describe('What the referee understood, or why it would not count'),
        }),
      )
      .describe('In the order of sending; without MOVE_REQUEST when the endpoint cannot be reached'),
  }),
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'QUOTA_EXCEEDED'],
  hints: { openWorld: true },
  examples: [{ endpoint: 'http://localhost:8101/mcp' }],
  quota: 'rehearsals',
  run: ({ agent, signal }, { endpoint }) => rehearse({ agent, endpoint, signal }),
});
