import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  type LogLine,
  listStudySessions,
  logLineSchema,
  readStudyLog,
  readStudyReplay,
  readStudyState,
  studyReplaySchema,
  studySessionSchema,
  studyStateSchema,
} from '@/lib/domain/relay';
import { nextCursorField } from '../fields';

const sessionId = z.string().regex(/^s-\d{8}-\d{3,9}$/);
const listQuery = z.strictObject({
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Most entries of the answer'),
});
const logQuery = z.strictObject({
  anonymous: z.enum(['true', 'false']).default('false').describe('Without the participant’s id and texts'),
});

/** The study sessions of the relay: list, log and replay. */
export const STUDY_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_console_studies',
    title: 'List your study sessions',
    caller: 'owner',
    rest: 'GET /console/studies',
    input: listQuery,
    output: z.strictObject({
      sessions: z.array(studySessionSchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
    examples: [{}],
    async run({ who }, { cursor = null, limit }) {
      const { sessions, nextCursor } = await listStudySessions({ ...who, cursor, limit });
      return { sessions, next_cursor: nextCursor };
    },
  }),
  defineTool({
    name: 'get_console_studies_session_id',
    title: 'Read the steps of a study session',
    caller: 'owner',
    rest: 'GET /console/studies/{session_id}',
    input: z.strictObject({ session_id: sessionId.describe('The session') }),
    output: studyReplaySchema,
    examples: [{ session_id: 's-20261122-001' }],
    run: ({ who }, { session_id }) => readStudyReplay({ ...who, sessionId: session_id }),
  }),
  defineTool({
    name: 'get_console_studies_session_id_log',
    title: 'Read the log of a study session',
    caller: 'owner',
    rest: 'GET /console/studies/{session_id}/log',
    input: logQuery.extend({ session_id: sessionId.describe('The session') }),
    output: z.strictObject({ lines: z.array(logLineSchema).describe('The oldest first') }),
    examples: [{ session_id: 's-20261122-001' }],
    async run({ who }, { session_id, ...query }) {
      const isAnonymous = query.anonymous === 'true';
      const lines: LogLine[] = [];
      for await (const line of await readStudyLog({ ...who, sessionId: session_id, isAnonymous })) lines.push(line);
      return { lines };
    },
  }),
  defineTool({
    name: 'get_console_studies_session_id_states_event_index',
    title: 'Read what was shown after an event of a study session',
    caller: 'owner',
    rest: 'GET /console/studies/{session_id}/states/{event_index}',
    input: z.strictObject({
      session_id: sessionId.describe('The session'),
      event_index: z
        .string()
        .regex(/^\d{1,7}$/)
        .describe('Number of the event, from 0'),
    }),
    output: studyStateSchema,
    examples: [{ session_id: 's-20261122-001', event_index: '3' }],
    run: ({ who }, { session_id, event_index }) =>
      readStudyState({ ...who, sessionId: session_id, eventIndex: Number(event_index) }),
  }),
];
