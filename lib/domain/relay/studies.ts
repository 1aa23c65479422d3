import { z } from 'zod';
import { iso } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import { type LogLine, toLogLines, withoutParticipant, withViews } from './log-lines';
import { isLogLink } from './log-link';
import {
  findReadableSession,
  findSession,
  type LoggedRow,
  listReadableSessions,
  listSessionsOfStudy,
  readSessionEvents,
  type SessionRow,
} from './sessions.repo';

/** Who reads: an owner's own sessions, and for administrators those of pages without a signed-in owner. */
export interface Reader {
  ownerId: string;
  isAdmin: boolean;
}

/** A session in the list of its owner. */
export const studySessionSchema = z.strictObject({
  session_id: z.string().describe('The session'),
  app: z.string().describe('The application'),
  study_id: z.string().describe('The study'),
  participant_id: z.string().describe('The participant'),
  started_at: z.iso.datetime().describe('When it began'),
  ended_at: z.iso.datetime().nullable().describe('When it ended; null while it runs'),
  end_reason: z.string().nullable().describe('Why it ended; null while it runs'),
  event_count: z.int().describe('Events so far'),
});
export type StudySession = z.infer<typeof studySessionSchema>;

const toStudySession = (row: SessionRow): StudySession => ({
  session_id: row.id,
  app: row.app,
  study_id: row.studyId,
  participant_id: row.participantId,
  started_at: iso(row.startedAt),
  ended_at: row.endedAt && iso(row.endedAt),
  end_reason: row.endReason,
  event_count: row.eventCount,
});

const cursorForm = z.tuple([z.int().min(0).max(8.64e15), z.string().regex(/^s-\d{8}-\d{3,}$/)]);

function readCursor(text: string): { startedAt: Date; id: string } {
  try {
    const [atMs, id] = cursorForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { startedAt: new Date(atMs), id };
  } catch {
    throw validationError([{ path: ['cursor'], message: 'Is not a cursor of this list' }]);
  }
}

const writeCursor = ({ startedAt, id }: SessionRow): string =>
  Buffer.from(JSON.stringify([startedAt.getTime(), id])).toString('base64url');

/** The study sessions of an owner, newest first. One query. @throws VALIDATION_ERROR for a cursor of another list */
export async function listStudySessions(
  of: Reader & { cursor: string | null; limit: number },
): Promise<{ sessions: StudySession[]; nextCursor: string | null }> {
  const before = of.cursor === null ? null : readCursor(of.cursor);
  const rows = await listReadableSessions({ ...of, before, limit: of.limit + 1 });
  const page = rows.slice(0, of.limit);
  const last = page.at(-1);
  return { sessions: page.map(toStudySession), nextCursor: rows.length > of.limit && last ? writeCursor(last) : null };
}

/** @throws NOT_FOUND, for a session of another owner as well */
async function requireReadable(of: Reader & { sessionId: string }): Promise<SessionRow> {
  const session = await findReadableSession(of);
  if (!session) throw new AppError('NOT_FOUND', 'There is no study session with this id.');
  return session;
}

/**
 * The log of a session, complete up to now, line by line. One query, and one for each page of it. Specification: external-agent-protocol.md, section 6.
 * @param isAnonymous without what names or quotes the participant: the participant's id and texts
 * @throws NOT_FOUND
 */
export async function readStudyLog(
  of: Reader & { sessionId: string; isAnonymous?: boolean },
): Promise<AsyncIterable<LogLine>> {
  return linesOf(await requireReadable(of), of.isAnonymous === true);
}

/**
 * The log of a session by a link that its members were sent. One query, and one for each page of it.
 * @throws NOT_FOUND also for a link that is not valid, or not any more
 */
export async function readLinkedStudyLog(of: {
  sessionId: string;
  until: string;
  token: string;
}): Promise<AsyncIterable<LogLine>> {
  const session = isLogLink(of) ? await findSession(of.sessionId) : null;
  if (!session) throw new AppError('NOT_FOUND', 'There is no study session with this id.');
  return linesOf(session, false);
}

/**
 * The logs of all sessions of a study, the oldest session first, read one after the other. One query, and one for each
 * page of a session. @throws NOT_FOUND when there is no session of this study
 */
export async function readStudyExport(
  of: Reader & { studyId: string; isAnonymous: boolean },
): Promise<AsyncIterable<LogLine>> {
  const sessions = await listSessionsOfStudy({ ...of, limit: MAX_EXPORTED });
  if (sessions.length === 0) throw new AppError('NOT_FOUND', 'You have no session of this study.');
  return exportedLines(sessions, of.isAnonymous);
}

/** Sessions of one export. */
const MAX_EXPORTED = 5_000;

async function* exportedLines(sessions: readonly SessionRow[], isAnonymous: boolean): AsyncGenerator<LogLine> {
  for (const session of sessions) yield* linesOf(session, isAnonymous);
}

async function* linesOf(session: SessionRow, isAnonymous: boolean): AsyncGenerator<LogLine> {
  for await (const line of toLogLines(session, readSessionEvents(session)))
    yield isAnonymous ? withoutParticipant(line) : line;
}

/** Something that happened, and who did it. */
const studyStepSchema = z.strictObject({
  event_index: z.int().describe('Number of the event, from 0'),
  at: z.iso.datetime().describe('When it happened'),
  type: z.string().describe('Kind'),
  payload: z.looseObject({}).describe('What was sent'),
  label: z
    .string()
    .nullable()
    .describe('What a call of a tool did, in the words of the chat; null for everything else'),
});
export type StudyStep = z.infer<typeof studyStepSchema>;

/** A session as its replay shows it: what happened, without the frames that only repeat it. */
export const studyReplaySchema = studySessionSchema.extend({
  steps: z.array(studyStepSchema).describe('Steps'),
});
export type StudyReplay = z.infer<typeof studyReplaySchema>;

/** Frames that only repeat what another event says. */
const REPEATED: ReadonlySet<string> = new Set([
  'out session.started',
  'out snapshot.state',
  'out tool.result',
  'out state.updated',
  'out user.message',
  'out error',
  'in snapshot.get',
  'in tool.call',
  'in session.end',
  'internal tool.approved',
  'internal effect.completed',
  'internal frames.omitted',
  'internal state.shown',
  'internal presence.changed',
]);

/** The steps of a session. One query, and one for each page of its events. @throws NOT_FOUND */
export async function readStudyReplay(of: Reader & { sessionId: string }): Promise<StudyReplay> {
  const session = await requireReadable(of);
  const steps: StudyStep[] = [];
  for await (const { row, label } of withLabels(session.app, readSessionEvents(session))) {
    const { direction, eventIndex, at, type, payload } = row;
    if (REPEATED.has(`${direction} ${type}`)) continue;
    steps.push({ event_index: eventIndex, at: iso(at), type, payload, label });
  }
  return { ...toStudySession(session), steps };
}

/** Events, each with the label of the call that it shows: `tool.called` of an agent, `user.action` of the person. */
async function* withLabels(
  appId: string,
  rows: AsyncIterable<LoggedRow>,
): AsyncGenerator<{ row: LoggedRow; label: string | null }> {
  let lastId: string | null = null;
  let label: string | null = null;
  for await (const { row, view, isNew } of withViews(appId, rows)) {
    const call = view?.messageHistory.findLast(({ action }) => action !== undefined) ?? null;
    if (isNew && call && call.id !== lastId && row.type !== 'session.start') label = call.label ?? null;
    lastId = call?.id ?? null;
    const isCall = row.type === 'tool.called' || row.type === 'user.action';
    yield { row, label: isCall ? label : null };
    if (isCall) label = null;
  }
}

/** What page and agents saw after an event. */
export const studyStateSchema = z.strictObject({
  event_index: z.int().describe('Number of the event, from 0'),
  ui_spec: z.looseObject({}).nullable().describe('What the page showed; null before anything'),
  message_history: z.array(z.unknown()).readonly().describe('The conversation'),
  tool_schema: z.array(z.unknown()).readonly().describe('The tools that agents had'),
});
export type StudyState = z.infer<typeof studyStateSchema>;

/**
 * What was shown after an event. One query, and one for each page of the events up to it.
 * @throws NOT_FOUND for a session of another owner and for an event that there is not
 */
export async function readStudyState(of: Reader & { sessionId: string; eventIndex: number }): Promise<StudyState> {
  const session = await requireReadable(of);
  for await (const { row, view } of withViews(session.app, readSessionEvents(session))) {
    if (row.eventIndex < of.eventIndex) continue;
    return {
      event_index: of.eventIndex,
      ui_spec: view?.uiSpec ?? null,
      message_history: view?.messageHistory ?? [],
      tool_schema: view?.toolSchema ?? [],
    };
  }
  throw new AppError('NOT_FOUND', 'The session has no event with this index.');
}
