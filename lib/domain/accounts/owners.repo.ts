import { env } from '@/lib/core/env';
import type { OwnerId } from '@/lib/core/ids';
import type { RestrictionJson } from '@/lib/core/restrictions';
import { pool, type Queryable, sql, transaction } from '@/lib/data/database';
import { registerExport } from '@/lib/data/exports';
import { playerOfOwnerSql } from '@/lib/data/player-sql';
import type { Fields, Row } from '@/lib/data/row';

export type { Queryable };

/** An account as every statement about owners returns it. */
export type OwnerRow = Row<
  'Owner',
  | 'id'
  | 'email'
  | 'display_name'
  | 'image'
  | 'password_hash'
  | 'is_admin'
  | 'is_moderator'
  | 'session_epoch'
  | 'email_verified'
  | 'has_second_factor'
  | 'admission',
  { id: OwnerId }
>;

/** An account with what moderators have taken from it, ended restrictions too; null without any. */
export type RestrictedOwnerRow = OwnerRow & { restrictions: RestrictionJson[] | null };

/** The restrictions of the account with the id in parameter 1, and of its person alone. */
export const RESTRICTIONS = `(SELECT json_agg(json_build_object('kind', s.kind, 'reason', s.reason, 'ends_at', s.ends_at))
            FROM restrictions s WHERE s.subject_id IN ($1, ${playerOfOwnerSql('$1')})) AS restrictions`;

export type NewOwnerRow = Fields<
  'Owner',
  'id' | 'email' | 'displayName' | 'passwordHash' | 'image' | 'emailVerified',
  { id: OwnerId }
>;

/** An identity at GitHub or Google. */
export type ProviderAccount = Fields<'OwnerAccount', 'provider' | 'providerAccountId'>;

/** The columns of `OwnerRow`. */
export const OWNER_COLUMNS =
  'id, email, display_name, image, password_hash, is_admin, is_moderator, session_epoch, email_verified, has_second_factor, admission';

/** How a new account comes in. */
export interface Admission {
  /** It waits for an administrator; what the person wrote to them. Null: it is open immediately. */
  waits: { note: string | null; at: Date } | null;
  /** Checks and uses an invitation in the transaction. What it throws undoes the account. */
  take?: (client: Queryable) => Promise<void>;
}

/**
 * Adds an account unless its e-mail has one. Outside production the first account ever is an administrator, and waits for none:
 * sign-ups wait for each other, so that exactly one of many concurrent ones is the first.
 */
export async function insertOwner(
  owner: NewOwnerRow,
  { waits, take }: Admission,
  account?: ProviderAccount & { id: string },
): Promise<OwnerRow | null> {
  return transaction(async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('botplay.owners'))");
    const rows = await sql<OwnerRow>(
      'accounts.insert_owner',
      `INSERT INTO owners (id, email, display_name, password_hash, image, email_verified, is_admin,
                           admission, admission_note, admission_at)
       SELECT $1, $2, $3, $4, $5, $6, is_first, CASE WHEN $9::timestamptz IS NOT NULL AND NOT is_first THEN 'waiting' END, $8, $9
         FROM (SELECT $7 AND NOT EXISTS (SELECT 1 FROM owners) AS is_first) f
       ON CONFLICT (email) DO NOTHING RETURNING ${OWNER_COLUMNS}`,
      [
        owner.id,
        owner.email,
        owner.displayName,
        owner.passwordHash,
        owner.image,
        owner.emailVerified,
        !env().production,
        waits?.note ?? null,
        waits?.at ?? null,
      ],
      client,
    );
    const inserted = rows[0] ?? null;
    if (inserted) await take?.(client);
    if (inserted && account) await insertAccount(client, { ...account, ownerId: inserted.id });
    return inserted;
  });
}

export async function findOwnerByEmail(email: string): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>('accounts.owner_by_email', `SELECT ${OWNER_COLUMNS} FROM owners WHERE email = $1`, [
    email,
  ]);
  return rows[0] ?? null;
}

export async function findOwnerById(id: string, on?: Queryable): Promise<RestrictedOwnerRow | null> {
  const rows = await sql<RestrictedOwnerRow>(
    'accounts.owner_by_id',
    `SELECT ${OWNER_COLUMNS}, ${RESTRICTIONS} FROM owners WHERE id = $1`,
    [id],
    on,
  );
  return rows[0] ?? null;
}

export async function findOwnerByAccount(account: ProviderAccount): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'accounts.owner_by_account',
    `SELECT ${OWNER_COLUMNS} FROM owners WHERE id = (SELECT owner_id FROM owner_accounts WHERE provider = $1 AND provider_account_id = $2)`,
    [account.provider, account.providerAccountId],
  );
  return rows[0] ?? null;
}

/** Links an account of a provider to an owner; an account that is linked already keeps its owner. */
export async function linkAccount(account: ProviderAccount & { id: string; ownerId: OwnerId }): Promise<void> {
  await insertAccount(pool(), account);
}

export async function updateOwnerName(ownerId: OwnerId, displayName: string): Promise<void> {
  await sql('accounts.rename_owner', 'UPDATE owners SET display_name = $2 WHERE id = $1', [ownerId, displayName]);
}

/** Refuses every cookie that was issued until now. */
export async function raiseSessionEpoch(ownerId: OwnerId): Promise<void> {
  await sql('accounts.raise_session_epoch', 'UPDATE owners SET session_epoch = session_epoch + 1 WHERE id = $1', [
    ownerId,
  ]);
}

/** The providers by which an owner can sign in. */
export async function findProvidersOf(ownerId: OwnerId): Promise<string[]> {
  const rows = await sql<Row<'OwnerAccount', 'provider'>>(
    'accounts.providers_of',
    'SELECT DISTINCT provider FROM owner_accounts WHERE owner_id = $1 ORDER BY provider',
    [ownerId],
  );
  return rows.map(({ provider }) => provider);
}

async function insertAccount(
  client: Queryable,
  account: ProviderAccount & { id: string; ownerId: OwnerId },
): Promise<void> {
  await sql(
    'accounts.insert_account',
    `INSERT INTO owner_accounts (id, owner_id, provider, provider_account_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (provider, provider_account_id) DO NOTHING`,
    [account.id, account.ownerId, account.provider, account.providerAccountId],
    client,
  );
}

/** Locks the row of an account; rows that refer to it wait. False when it was deleted. */
export async function lockOwnerRow(client: Queryable, ownerId: OwnerId): Promise<boolean> {
  const rows = await sql('accounts.lock_owner', 'SELECT 1 FROM owners WHERE id = $1 FOR UPDATE', [ownerId], client);
  return rows.length > 0;
}

/** Deletes an account with its providers and its memory. */
export async function deleteOwnerRow(client: Queryable, ownerId: OwnerId): Promise<void> {
  await sql('accounts.delete_owner', 'DELETE FROM owners WHERE id = $1', [ownerId], client);
}

registerExport('accounts', {
  'account/account': {
    about: 'The account: e-mail, name and what it may do.',
    rows: `SELECT id, email, display_name, image, email_verified, is_admin, is_moderator, has_second_factor, created_at
      FROM owners
      WHERE id = $1`,
  },
  'account/providers': {
    about: 'Accounts of other sites that sign in to this one.',
    rows: `SELECT id, provider, provider_account_id FROM owner_accounts WHERE owner_id = $1`,
  },
  'account/browsers': {
    about: 'Browsers that are signed in, with their addresses.',
    rows: `SELECT id, user_agent, address, signed_in_at, last_seen_at FROM owner_browsers WHERE owner_id = $1`,
  },
});

/** Makes an account a moderator, or takes that away. Null when no account has the e-mail. */
export async function updateModerator(of: { email: string; isModerator: boolean }): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'accounts.update_moderator',
    `UPDATE owners SET is_moderator = $2 WHERE email = $1 RETURNING ${OWNER_COLUMNS}`,
    [of.email, of.isModerator],
  );
  return rows[0] ?? null;
}

/** The accounts that answer reports, administrators too, the oldest first. @param emails those of ADMIN_EMAILS */
export async function findModerators(emails: readonly string[]): Promise<OwnerRow[]> {
  return sql<OwnerRow>(
    'accounts.moderators',
    `SELECT ${OWNER_COLUMNS} FROM owners
     WHERE is_moderator OR is_admin OR (email_verified IS NOT NULL AND email = ANY($1::text[])) ORDER BY created_at`,
    [emails],
  );
}

/** Sets whether an account has a second factor; its row is locked until the transaction ends. Returns whether it had one. */
export async function updateHasSecondFactor(client: Queryable, ownerId: OwnerId, has: boolean): Promise<boolean> {
  const rows = await sql<{ had: boolean }>(
    'accounts.update_has_second_factor',
    `WITH before AS (SELECT id, has_second_factor AS had FROM owners WHERE id = $1 FOR UPDATE)
     UPDATE owners o SET has_second_factor = $2 FROM before b WHERE o.id = b.id RETURNING b.had`,
    [ownerId, has],
    client,
  );
  return rows[0]?.had ?? false;
}
