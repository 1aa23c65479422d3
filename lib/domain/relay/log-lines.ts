import { z } from 'zod';
import { iso } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import { sha256Hex } from '@/lib/core/rng';
import { requireApp } from './apps';
import { FIRST_STATE, WITH_STATE } from './frames';
import type { View } from './relay.schema';
import { applyInput } from './run-engine';

import type { LoggedRow, SessionRow } from './sessions.repo';
import { applyViewChange } from './view';

/** A line of a log. Specification: external-agent-protocol.md, section 6; what is optional is ours. */
export const logLineSchema = z.strictObject({
  sessionId: z
    .string()
    .regex(/^s-\d{8}-\d{3,}$/)
    .describe('The session'),
  eventIndex: z.int().min(0).describe('Number of the event, from 0'),
  timestamp: z.iso.datetime().describe('When it happened'),
  direction: z.enum(['in', 'out', 'internal']).describe('To the server, from it, or inside it'),
  type: z.string().min(1).describe('Kind of the message'),
  payload: z.looseObject({}).describe('What was sent, with the state that it showed'),
  id: z.string().optional().describe('The id of a frame that was received'),
  replyTo: z.string().optional().describe('The id that a frame answers'),
  member: z.string().optional().describe('Whose frame it is, or whom it answers: the same for one connection'),
  stateOf: z
    .int()
    .optional()
    .describe('The earlier line whose uiSpec, messageHistory and toolSchema this frame showed again'),
});
export type LogLine = z.infer<typeof logLineSchema>;

/** The events of a session, each with what was shown after it; null before anything was. */
export async function* withViews(
  appId: string,
  rows: AsyncIterable<LoggedRow>,
): AsyncGenerator<{ row: LoggedRow; view: View | null; isNew: boolean }> {
  let view: View | null = null;
  let state: unknown;
  for await (const row of rows) {
    const input = row.internal?.input;
    if (row.view) view = applyViewChange(view, row.view);
    else if (input) {
      // Recorded by an earlier version: the application plays it again.
      const app = requireApp(appId);
      state = applyInput(app, state, input, iso(row.at)).state;
      view =
        state === null || state === undefined ? null : { ...app.snapshot(state), toolSchema: app.toolSchema(state) };
    }
    yield { row, view, isNew: row.view !== undefined || input !== undefined };
  }
}

/** The lines of a session's log. @throws ZodError for an event that no log may contain */
export async function* toLogLines(session: SessionRow, rows: AsyncIterable<LoggedRow>): AsyncGenerator<LogLine> {
  let lastSnapshot: number | null = null;
  for await (const { row, view, isNew } of withViews(session.app, rows)) {
    if (isNew) lastSnapshot = null;
    const { eventIndex, at, direction, type, payload, internal } = row;
    const isSnapshot = direction === 'out' && type === 'snapshot.state';
    const isAgain = isSnapshot && lastSnapshot !== null;
    yield logLineSchema.parse({
      sessionId: session.id,
      eventIndex,
      timestamp: iso(at),
      direction,
      type,
      payload: isAgain ? payload : { ...payload, ...stateIn(row, view) },
      id: internal?.id,
      replyTo: internal?.replyTo,
      member: internal?.member === undefined ? undefined : sha256Hex(internal.member).slice(0, 8),
      stateOf: isAgain ? lastSnapshot : undefined,
    });
    if (isSnapshot && !isAgain) lastSnapshot = eventIndex;
  }
}

/** What a frame showed of the state. */
function stateIn({ direction, type }: LoggedRow, view: View | null): JsonObject {
  const hasTools = type === FIRST_STATE || type === 'snapshot.state';
  if (type !== FIRST_STATE && (direction !== 'out' || !WITH_STATE.has(type))) return {};
  const { uiSpec, messageHistory, toolSchema } = view ?? { uiSpec: null, messageHistory: [], toolSchema: [] };
  return { uiSpec, messageHistory, ...(hasTools ? { toolSchema } : {}) };
}

const REMOVED = '[removed]';

/** Frames in which everything may be the participant's words. */
const OF_PARTICIPANT: ReadonlySet<string> = new Set(['user.message', 'user.action', 'unreadable']);

/** A line without the participant's id, messages and typed texts. What agents wrote stays as it is. */
export function withoutParticipant(line: LogLine): LogLine {
  const { type, payload } = line;
  if (type === 'session.start') return { ...line, payload: { ...payload, participantId: REMOVED } };
  if (OF_PARTICIPANT.has(type)) return { ...line, payload: removeTexts(payload) as JsonObject };
  if (!Array.isArray(payload.messageHistory)) return line;
  const messageHistory = payload.messageHistory.map((message) =>
    message?.type === 'user' ? removeTexts(message) : message,
  );
  return { ...line, payload: { ...payload, messageHistory } };
}

function removeTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'text' ? REMOVED : removeTexts(inner)]),
  );
}

/** Lines as JSONL, each with its line end. */
export async function* toJsonl(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
