import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import {
  deleteNote,
  findNotes,
  insertNote,
  isSessionOf,
  MAX_NOTES_OF_OWNER,
  MAX_NOTES_OF_SESSION,
  type NoteRow,
  updateNote,
} from './session-notes.repo';
import type { SessionNote } from './session-notes.schema';

interface OfSession {
  ownerId: string;
  sessionId: string;
}

const noSession = () => new AppError('NOT_FOUND', 'There is no session with this id.');
const noNote = () => new AppError('NOT_FOUND', 'There is no such note.');

/**
 * The notes of an owner about a session, those about the whole session first, then by step. One query, and one more where
 * there is no note.
 * @throws NOT_FOUND for a session of another owner's agent, and for an unknown one
 */
export async function listSessionNotes(of: OfSession): Promise<SessionNote[]> {
  const rows = await findNotes(of);
  if (rows.length === 0 && !(await isSessionOf(of))) throw noSession();
  return rows.map(toNote);
}

/**
 * Adds a note about a session of one of the owner's agents, or about one of its steps.
 * @throws NOT_FOUND for a session of another owner's agent, and for an unknown session or step · QUOTA_EXCEEDED
 */
export async function addSessionNote(of: OfSession & { step: number | null; text: string }): Promise<SessionNote> {
  const at = now();
  const id = newId();
  const result = await insertNote({ ...of, id, at });
  if (result === 'unknown') throw noSession();
  if (result === 'no_step') throw new AppError('NOT_FOUND', `The session has no step ${of.step}.`);
  if (result === 'full')
    throw new AppError(
      'QUOTA_EXCEEDED',
      `At most ${MAX_NOTES_OF_SESSION} notes of a session, and ${MAX_NOTES_OF_OWNER} of all sessions. Delete one first.`,
    );
  return toNote({ id, step_number: of.step, text: of.text, created_at: at, updated_at: at });
}

/** Changes the text of a note. @throws NOT_FOUND */
export async function changeSessionNote(of: OfSession & { id: string; text: string }): Promise<SessionNote> {
  const row = await updateNote({ ...of, at: now() });
  if (!row) throw noNote();
  return toNote(row);
}

/** Deletes a note. @throws NOT_FOUND */
export async function removeSessionNote(of: OfSession & { id: string }): Promise<void> {
  if (!(await deleteNote(of))) throw noNote();
}

const toNote = (row: NoteRow): SessionNote => ({
  note_id: row.id,
  step: row.step_number,
  text: row.text,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
});
