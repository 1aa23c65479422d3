import { type Queryable, sql, transaction } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

export type { Queryable };

/** A mail that an attempt was begun for. */
export type ClaimedMail = Row<'Mail', 'id' | 'kind' | 'recipient' | 'content' | 'link_hash' | 'attempts'>;

/** A mail to store. */
export interface NewMail {
  id: string;
  kind: string;
  recipient: string;
  content: Buffer;
  /** Of several mails with one key only the last one waits. */
  onceKey: string | null;
  /** Of its link, whose life begins when the mail is sent. */
  linkHash: string | null;
  /** Sent when no other mail is due. */
  isBulk: boolean;
  at: Date;
}

/** Stores a mail that is due; one of the same key that waits is replaced, under the new id. */
export async function insertMail(mail: NewMail, on?: Queryable): Promise<void> {
  await sql(
    'mail.insert',
    `INSERT INTO mails (id, kind, recipient, content, once_key, link_hash, is_bulk, due_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $8, $7, $7)
     ON CONFLICT (once_key) WHERE status = 'pending' DO UPDATE
       SET id = EXCLUDED.id, recipient = EXCLUDED.recipient, content = EXCLUDED.content, link_hash = EXCLUDED.link_hash,
           due_at = EXCLUDED.due_at, created_at = EXCLUDED.created_at, attempts = 0, error = NULL`,
    [mail.id, mail.kind, mail.recipient, mail.content, mail.onceKey, mail.linkHash, mail.at, mail.isBulk],
    on,
  );
}

/** Stores a mail together with what `make` stores for it; nothing when that answers null. False then. */
export async function insertMailWith(make: (client: Queryable) => Promise<NewMail | null>): Promise<boolean> {
  return transaction(async (client) => {
    const mail = await make(client);
    if (mail) await insertMail(mail, client);
    return mail !== null;
  });
}

/**
 * Claims the mail that has waited longest, one that is bulk after all others: until `leaseUntil` no other process sends it. Null when
 * none is due.
 */
export async function claimDueMail(at: Date, leaseUntil: Date): Promise<ClaimedMail | null> {
  const rows = await sql<ClaimedMail>(
    'mail.claim',
    `UPDATE mails SET attempts = attempts + 1, due_at = $2
      WHERE id = (SELECT id FROM mails WHERE status = 'pending' AND due_at <= $1
                   ORDER BY is_bulk, due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, recipient, content, link_hash, attempts`,
    [at, leaseUntil],
  );
  return rows[0] ?? null;
}

/** Stores what became of an attempt; the content goes with the last one. `dueAt` null: it was sent, or is given up. */
export async function storeAttempt(of: {
  id: string;
  status: 'pending' | 'sent' | 'failed';
  dueAt: Date | null;
  error: string | null;
}): Promise<void> {
  await sql(
    'mail.store_attempt',
    `UPDATE mails SET status = $2, due_at = COALESCE($3, due_at), error = $4,
       content = CASE WHEN $2 = 'pending' THEN content END WHERE id = $1`,
    [of.id, of.status, of.dueAt, of.error],
  );
}

/** When the next mail is due; null when none waits. */
export async function findNextMailDue(): Promise<Date | null> {
  const rows = await sql<{ due: Date }>(
    'mail.next_due',
    `SELECT due_at AS due FROM mails WHERE status = 'pending' ORDER BY due_at LIMIT 1`,
    [],
  );
  return rows[0]?.due ?? null;
}

/** How mails fare: those made before a time that still wait, the oldest of them, and those that were sent in the last day. */
export interface MailBacklog {
  waiting: number;
  oldestAt: Date | null;
  sent: number;
}

/** Counts what waits for the mail server although it was made before a time. */
export async function countBacklog(before: Date, at: Date): Promise<MailBacklog> {
  const [row] = await sql<MailBacklog & Record<string, unknown>>(
    'mail.backlog',
    `SELECT count(*) FILTER (WHERE status = 'pending' AND created_at < $1)::int AS waiting,
            min(created_at) FILTER (WHERE status = 'pending' AND created_at < $1) AS "oldestAt",
            count(*) FILTER (WHERE status = 'sent')::int AS sent
     FROM mails WHERE created_at > $2::timestamptz - interval '1 day'`,
    [before, at],
  );
  return row ?? { waiting: 0, oldestAt: null, sent: 0 };
}

/** Deletes up to `limit` mails that were made before a time. Returns how many. */
export async function deleteMailsBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'mail.delete_old',
    `DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE created_at < $1 ORDER BY created_at LIMIT $2) RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}

/** How many mails wait. */
export async function countWaitingMails(): Promise<number> {
  const rows = await sql<{ count: number }>(
    'mail.count_waiting',
    `SELECT count(*)::int AS count FROM mails WHERE status = 'pending'`,
    [],
  );
  return rows[0]?.count ?? 0;
}

/** Notes for good that a mailbox wants no mails of a list. */
export async function insertRefusal(of: { list: string; mailbox: string; at: Date }): Promise<void> {
  await sql(
    'mail.insert_refusal',
    'INSERT INTO mail_refusals (list, mailbox, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [of.list, of.mailbox, of.at],
  );
}

/** Whether a mailbox wants no mails of a list. */
export async function hasRefusal(of: { list: string; mailbox: string }): Promise<boolean> {
  const rows = await sql('mail.has_refusal', 'SELECT 1 FROM mail_refusals WHERE list = $1 AND mailbox = $2', [
    of.list,
    of.mailbox,
  ]);
  return rows.length > 0;
}
