import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import {
  type ActivitySearch,
  activitySchema,
  agentSessionSchema,
  listActivity,
  listSessions,
  SESSION_STATES,
} from '@/lib/domain/console';
import { readUsage, readUsageByHour, usageSchema } from '@/lib/domain/usage';
import { nextCursorField } from '../fields';

const pageFields = {
  agent_id: z.uuid().optional().describe('One of your agents'),
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Most entries of the answer'),
};
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const activityFields = {
  ...pageFields,
  tool: z.string().min(1).max(100).optional().describe('Only calls of this tool'),
  outcome: z.enum(['ok', 'error']).optional().describe('Only calls that worked, or only failures'),
  session_id: z.uuid().optional().describe('Only calls of this session'),
  key_id: z.uuid().optional().describe('Only calls with this key'),
  since: time.optional().describe('Only calls after this time'),
};
const activityQuery = z.strictObject(activityFields);

function toSearch({ ownerId }: OwnerSession, query: z.output<typeof activityQuery>): ActivitySearch {
  const { agent_id, outcome, session_id, key_id, ...rest } = query;
  const worked = outcome === undefined ? null : outcome === 'ok';
  return { ownerId, agentId: agent_id, sessionId: session_id, apiKeyId: key_id, worked, ...rest };
}

const usageQuery = z.strictObject({
  agent_id: z.uuid().optional().describe('One of your agents'),
  experience_id: z.uuid().optional().describe('The experience'),
  days: z.coerce.number().int().min(1).max(365).default(30).describe('How many days, today included'),
  by: z.enum(['day', 'hour']).default('day').describe('By hour it is the last 24 hours, whatever `days` says'),
});

/** What the owner's agents called and played. */
export const HISTORY_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_console_activity',
    title: 'List the calls of your agents',
    caller: 'owner',
    rest: 'GET /console/activity',
    input: activityQuery,
    output: z.strictObject({
      activity: z.array(activitySchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
    examples: [{}],
    async run({ who }, query) {
      const { activity, nextCursor } = await listActivity(toSearch(who, query));
      return { activity, next_cursor: nextCursor };
    },
  }),
  defineTool({
    name: 'get_console_sessions',
    title: 'List the sessions of your agents',
    caller: 'owner',
    rest: 'GET /console/sessions',
    input: z.strictObject({
      ...pageFields,
      state: z.enum(SESSION_STATES).optional().describe('Only sessions in this state'),
      experience_id: z.uuid().optional().describe('The experience'),
    }),
    output: z.strictObject({
      sessions: z.array(agentSessionSchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
    examples: [{}],
    async run({ who }, { agent_id: agentId, experience_id: experienceId, ...page }) {
      const { sessions, nextCursor } = await listSessions({ ownerId: who.ownerId, agentId, experienceId, ...page });
      return { sessions, next_cursor: nextCursor };
    },
  }),
  defineTool({
    name: 'get_console_usage',
    title: 'Read calls, steps, tokens, cost and latency of your agents by day or hour, agent and experience',
    caller: 'owner',
    rest: 'GET /console/usage',
    input: usageQuery,
    output: usageSchema,
    examples: [{}],
    run({ who: { ownerId } }, { agent_id: agentId, experience_id: experienceId, days, by }) {
      const of = { ownerId, agentId, experienceId };
      return by === 'hour' ? readUsageByHour(of) : readUsage({ ...of, days });
    },
  }),
];
