import { z } from 'zod';
import { listStudySessions, readStudyLog, readStudyReplay, readStudyState } from '@/lib/domain/relay';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

const sessionId = z.string().regex(/^s-\d{8}-\d{3,9}$/);
const listQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const logQuery = z.strictObject({
  /** Without the participant's id and texts. */
  anonymous: z.enum(['true', 'false']).default('false'),
});

/** The study sessions of the relay: list, log and replay. */
export const STUDY_ROUTES: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/studies',
    title: 'List your study sessions',
    who: owner,
    query: listQuery,
    async run({ who, query: { cursor = null, limit } }) {
      const { sessions, nextCursor } = await listStudySessions({ ...who, cursor, limit });
      return { sessions, next_cursor: nextCursor };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/studies/{session_id}',
    title: 'Read the steps of a study session',
    who: owner,
    ids: { session_id: sessionId },
    run: ({ who, params }) => readStudyReplay({ ...who, sessionId: params.session_id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/studies/{session_id}/log',
    title: 'Read the log of a study session',
    who: owner,
    ids: { session_id: sessionId },
    query: logQuery,
    async run({ who, params, query }) {
      const isAnonymous = query.anonymous === 'true';
      return { lines: await readStudyLog({ ...who, sessionId: params.session_id, isAnonymous }) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/studies/{session_id}/states/{event_index}',
    title: 'Read what was shown after an event of a study session',
    who: owner,
    ids: { session_id: sessionId, event_index: z.string().regex(/^\d{1,7}$/) },
    run: ({ who, params }) =>
      readStudyState({ ...who, sessionId: params.session_id, eventIndex: Number(params.event_index) }),
  }),
];
