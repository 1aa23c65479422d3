import fs from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { toJsonl, toLogLines } from './log-lines';
import { findSession, readSessionEvents } from './sessions.repo';

/** The name of a session's log, below the data directory. */
export const logFileOf = (sessionId: string): string => `logs/study/${sessionId}.jsonl`;

/**
 * Writes the log of a session that has ended, in one piece. A directory that cannot be written stops no session: the
 * log is downloaded from the database.
 */
export async function writeLogFile(sessionId: string): Promise<void> {
  try {
    const session = await findSession(sessionId);
    const lines = session ? toLogLines(session, await readSessionEvents(session)) : [];
    const file = path.join(env().BOTPLAY_DATA_DIR, logFileOf(sessionId));
    await mkdir(path.dirname(file), { recursive: true });
    await pipeline(Readable.from(toJsonl(lines)), fs.createWriteStream(`${file}.part`));
    await rename(`${file}.part`, file);
  } catch (error) {
    log.error({ err: error, sessionId }, 'could not write the log of a study session');
  }
}
