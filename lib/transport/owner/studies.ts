import { z } from 'zod';
import {
  listStudySessions,
  readStudyLog,
  readStudyReplay,
  readStudyState,
  studyReplaySchema,
  studySessionSchema,
  studyStateSchema,
} from '@/lib/domain/relay';
import { nextCursorField } from '@/lib/tools/fields';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

const sessionId = z.string().regex(/^s-\d{8}-\d{3,9}$/);
const listQuery = z.strictObject({
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Most entries of the answer'),
});
const logQuery = z.strictObject({
  anonymous: z.enum(['true', 'false']).default('false').describe('Without the participant’s id and texts'),
});

/** A line of the log as it is written to the file. external-agent-protocol.md, section 6. */
const logLine = z.strictObject({
  sessionId: z.string().describe('The session'),
  eventIndex: z.int().describe('Number of the event, from 0'),
  timestamp: z.iso.datetime().describe('When it happened'),
  direction: z.enum(['in', 'out', 'internal']).describe('To the server, from it, or inside it'),
  type: z.string().describe('Kind of the message'),
  payload: z.looseObject({}).describe('What was sent'),
});

/** The study sessions of the relay: list, log and replay. */
export const STUDY_ROUTES: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/studies',
    title: 'List your study sessions',
    output: z.strictObject({
      sessions: z.array(studySessionSchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
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
    output: studyReplaySchema,
    who: owner,
    ids: { session_id: sessionId },
    run: ({ who, params }) => readStudyReplay({ ...who, sessionId: params.session_id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/studies/{session_id}/log',
    title: 'Read the log of a study session',
    output: z.strictObject({ lines: z.array(logLine).describe('The oldest first') }),
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
    output: studyStateSchema,
    who: owner,
    ids: { session_id: sessionId, event_index: z.string().regex(/^\d{1,7}$/) },
    run: ({ who, params }) =>
      readStudyState({ ...who, sessionId: params.session_id, eventIndex: Number(params.event_index) }),
  }),
];
