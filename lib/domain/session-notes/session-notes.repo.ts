import { sql, transaction } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';

export type NoteRow = Row<'SessionNote', 'id' | 'step_number' | 'text' | 'created_at' | 'updated_at'>;

/** Notes of one session, and of all sessions of an owner, at the most. */
export const MAX_NOTES_OF_SESSION = 100;
export const MAX_NOTES_OF_OWNER = 5_000;

const COLUMNS = 'n.id, n.step_number, n.text, n.created_at, n.updated_at';

/**
 * Adds a note to a session of one of the owner's agents. `unknown`: the owner has no such session. `no_step`: it has no such
 * step. `full`: the session or the owner has as many as one may have; concurrent calls of an owner wait for each other.
 */
export async function insertNote(note: {
  id: string;
  ownerId: string;
  sessionId: string;
  step: number | null;
  text: string;
  at: Date;
}): Promise<'added' | 'unknown' | 'no_step' | 'full'> {
  return transaction(async (client) => {
    await sql(
      'session_notes.lock',
      `SELECT pg_advisory_xact_lock(hashtextextended('botplay.session_notes ' || $1, 0))`,
      [note.ownerId],
      client,
    );
    const rows = await sql<{ has_session: boolean; has_step: boolean; added: boolean }>(
      'session_notes.insert',
      `WITH own AS (
         SELECT s.id, $4::int IS NULL OR EXISTS (
                  SELECT 1 FROM session_steps t WHERE t.session_id = s.id AND t.step_number = $4::int) AS has_step
           FROM sessions s JOIN agents a ON a.id = s.agent_id WHERE s.id = $3 AND a.owner_id = $2
            FOR KEY SHARE OF s
       ), added AS (
         INSERT INTO session_notes (id, owner_id, session_id, step_number, text, created_at, updated_at)
         SELECT $1, $2, id, $4::int, $5, $6, $6 FROM own
          WHERE has_step
            AND (SELECT count(*) FROM session_notes WHERE session_id = $3) < ${MAX_NOTES_OF_SESSION}
            AND (SELECT count(*) FROM session_notes WHERE owner_id = $2) < ${MAX_NOTES_OF_OWNER}
         RETURNING 1)
       SELECT EXISTS (SELECT 1 FROM own) AS has_session, EXISTS (SELECT 1 FROM own WHERE has_step) AS has_step,
              EXISTS (SELECT 1 FROM added) AS added`,
      [note.id, note.ownerId, note.sessionId, note.step, note.text, note.at],
      client,
    );
    const { has_session, has_step, added } = rows[0] as (typeof rows)[number];
    if (!has_session) return 'unknown';
    if (!has_step) return 'no_step';
    return added ? 'added' : 'full';
  });
}

/** The notes of a session by an owner in the order of its steps, those of the whole session first. */
export async function findNotes(of: { ownerId: string; sessionId: string }): Promise<NoteRow[]> {
  return sql<NoteRow>(
    'session_notes.of_session',
    `SELECT ${COLUMNS} FROM session_notes n WHERE n.session_id = $2 AND n.owner_id = $1
      ORDER BY n.step_number NULLS FIRST, n.created_at, n.id LIMIT ${MAX_NOTES_OF_SESSION}`,
    [of.ownerId, of.sessionId],
  );
}

/** Whether a session is one of an agent of the owner. */
export async function isSessionOf(of: { ownerId: string; sessionId: string }): Promise<boolean> {
  const rows = await sql(
    'session_notes.session_of_owner',
    'SELECT 1 FROM sessions s JOIN agents a ON a.id = s.agent_id WHERE s.id = $2 AND a.owner_id = $1',
    [of.ownerId, of.sessionId],
  );
  return rows.length > 0;
}

/** Changes the text of a note of the owner. Null when there is none. */
export async function updateNote(of: {
  ownerId: string;
  sessionId: string;
  id: string;
  text: string;
  at: Date;
}): Promise<NoteRow | null> {
  const rows = await sql<NoteRow>(
    'session_notes.update',
    `UPDATE session_notes n SET text = $4, updated_at = $5 WHERE n.id = $3 AND n.session_id = $2 AND n.owner_id = $1
     RETURNING ${COLUMNS}`,
    [of.ownerId, of.sessionId, of.id, of.text, of.at],
  );
  return rows[0] ?? null;
}

/** Deletes a note of the owner. False when there is none. */
export async function deleteNote(of: { ownerId: string; sessionId: string; id: string }): Promise<boolean> {
  const rows = await sql(
    'session_notes.delete',
    'DELETE FROM session_notes WHERE id = $3 AND session_id = $2 AND owner_id = $1 RETURNING 1',
    [of.ownerId, of.sessionId, of.id],
  );
  return rows.length > 0;
}

// The rows of an agent go with its sessions.
registerDeletion('session-notes', {
  async deleteForOwner(client, ownerId) {
    await client.query('DELETE FROM session_notes WHERE owner_id = $1', [ownerId]);
  },
});

registerExport('session-notes', {
  'sessions/notes': {
    about: 'What the owner wrote about sessions.',
    rows: `SELECT id, session_id, step_number, text, created_at, updated_at FROM session_notes WHERE owner_id = $1`,
  },
});
