import { z } from 'zod';
import {
  type ActivitySearch,
  listActivity,
  listSessions,
  type OwnerSession,
  SESSION_STATES,
  waitForActivity,
} from '@/lib/domain/auth';
import { readUsage } from '@/lib/domain/usage';
import { owner } from './callers';
import { defineRoute, type Route } from './route';
import { waitUntilDrain } from './waiting';

/** Shorter than the time after which proxies cut a request. */
const MAX_WAIT_MS = 25_000;

const pageFields = {
  agent_id: z.uuid().optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const activityFields = {
  ...pageFields,
  tool: z.string().min(1).max(100).optional(),
  outcome: z.enum(['ok', 'error']).optional(),
  session_id: z.uuid().optional(),
  key_id: z.uuid().optional(),
  since: time.optional(),
};
const activityQuery = z.strictObject(activityFields);
const tailQuery = z.strictObject({
  ...activityFields,
  /** Time of the newest line that the caller has. */
  after: time,
  timeout_ms: z.coerce.number().int().min(0).max(MAX_WAIT_MS).default(MAX_WAIT_MS),
});

function toSearch({ ownerId }: OwnerSession, query: z.output<typeof activityQuery>): ActivitySearch {
  const { agent_id, outcome, session_id, key_id, ...rest } = query;
  const worked = outcome === undefined ? null : outcome === 'ok';
  return { ownerId, agentId: agent_id, sessionId: session_id, apiKeyId: key_id, worked, ...rest };
}

const usageQuery = z.strictObject({
  agent_id: z.uuid().optional(),
  experience_id: z.uuid().optional(),
  days: z.coerce.number().int().min(1).max(365).default(30),
});

/** What the owner's agents called and played. */
export const HISTORY_ROUTES: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/activity',
    title: 'List the calls of your agents',
    who: owner,
    query: activityQuery,
    async run({ who, query }) {
      const { activity, nextCursor } = await listActivity(toSearch(who, query));
      return { activity, next_cursor: nextCursor };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/activity/tail',
    title: 'Wait for the next calls of your agents',
    who: owner,
    query: tailQuery,
    async run({ who, query: { after, timeout_ms: timeoutMs, ...query }, signal }) {
      const search = { ...toSearch(who, query), after, timeoutMs };
      return { activity: await waitUntilDrain(signal, (ends) => waitForActivity({ ...search, signal: ends })) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/sessions',
    title: 'List the sessions of your agents',
    who: owner,
    query: z.strictObject({
      ...pageFields,
      state: z.enum(SESSION_STATES).optional(),
      experience_id: z.uuid().optional(),
    }),
    async run({ who, query: { agent_id: agentId, experience_id: experienceId, ...page } }) {
      const { sessions, nextCursor } = await listSessions({ ownerId: who.ownerId, agentId, experienceId, ...page });
      return { sessions, next_cursor: nextCursor };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/usage',
    title: 'Read calls, steps, tokens, cost and latency of your agents by day, agent and experience',
    who: owner,
    query: usageQuery,
    run: ({ who, query: { agent_id: agentId, experience_id: experienceId, days } }) =>
      readUsage({ ownerId: who.ownerId, agentId, experienceId, days }),
  }),
];
