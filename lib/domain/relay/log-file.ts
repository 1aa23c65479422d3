import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { iso } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { findSession, type LoggedRow, readSessionEvents } from './sessions.repo';

/** A line of a log. Specification: external-agent-protocol.md, section 6. */
const logLine = z.strictObject({
  sessionId: z.string().regex(/^s-\d{8}-\d{3,}$/),
  eventIndex: z.int().min(0),
  timestamp: z.iso.datetime(),
  direction: z.enum(['in', 'out', 'internal']),
  type: z.string().min(1),
  payload: z.record(z.string(), z.unknown()),
});
export type LogLine = z.infer<typeof logLine>;

/** A line of a session's log. @throws ZodError for an event that no log may contain */
export function toLogLine(sessionId: string, { eventIndex, at, direction, type, payload }: LoggedRow): LogLine {
  return logLine.parse({ sessionId, eventIndex, timestamp: iso(at), direction, type, payload });
}

/** The name of a session's log, below the data directory. */
export const logFileOf = (sessionId: string): string => `logs/study/${sessionId}.jsonl`;

/** Lines as JSONL, each with its line end. */
export const toJsonl = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * Writes the log of a session that has ended, in one piece. A directory that cannot be written stops no session: the
 * log is downloaded from the database.
 */
export async function writeLogFile(sessionId: string): Promise<void> {
  try {
    const session = await findSession(sessionId);
    const lines = session ? (await readSessionEvents(session)).map((row) => toLogLine(sessionId, row)) : [];
    const file = path.join(env().BOTPLAY_DATA_DIR, logFileOf(sessionId));
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(`${file}.part`, toJsonl(lines));
    await fs.rename(`${file}.part`, file);
  } catch (error) {
    log.error({ err: error, sessionId }, 'could not write the log of a study session');
  }
}
