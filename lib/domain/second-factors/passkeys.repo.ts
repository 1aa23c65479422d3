import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** What a challenge is for. */
export type ChallengePurpose = 'sign_in' | 'second_factor' | 'proof' | 'register';

/** A passkey as a signature is checked with it. */
export type StoredPasskey = Row<
  'Passkey',
  'id' | 'owner_id' | 'credential_id' | 'public_key' | 'counter' | 'transports',
  { owner_id: OwnerId; counter: number }
>;

const COLUMNS = 'id, owner_id, credential_id, public_key, counter, transports';

export async function insertChallenge(of: {
  challenge: string;
  purpose: ChallengePurpose;
  browserId: string | null;
  expiresAt: Date;
}): Promise<void> {
  await sql(
    'second_factors.insert_challenge',
    'INSERT INTO passkey_challenges (challenge, purpose, browser_id, expires_at) VALUES ($1, $2, $3, $4)',
    [of.challenge, of.purpose, of.browserId, of.expiresAt],
  );
}

/** Uses a challenge: of two concurrent uses the second finds nothing. */
export async function takeChallenge(of: {
  challenge: string;
  purpose: ChallengePurpose;
  browserId: string | null;
  at: Date;
}): Promise<boolean> {
  const rows = await sql(
    'second_factors.take_challenge',
    `DELETE FROM passkey_challenges WHERE challenge = $1 AND purpose = $2 AND browser_id IS NOT DISTINCT FROM $3::uuid
        AND expires_at > $4 RETURNING 1`,
    [of.challenge, of.purpose, of.browserId, of.at],
  );
  return rows.length > 0;
}

/** Deletes up to `limit` challenges that have ended. */
export async function deleteChallengesBefore(at: Date, limit: number): Promise<number> {
  const rows = await sql(
    'second_factors.delete_challenges',
    `DELETE FROM passkey_challenges WHERE challenge IN
       (SELECT challenge FROM passkey_challenges WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING 1`,
    [at, limit],
  );
  return rows.length;
}

export async function findPasskey(credentialId: string): Promise<StoredPasskey | null> {
  const rows = await sql<StoredPasskey>(
    'second_factors.passkey',
    `SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1`,
    [credentialId],
  );
  return rows[0] ?? null;
}

/** The passkeys of an account, for the browser to choose from. */
export async function findPasskeyIds(ownerId: OwnerId): Promise<Row<'Passkey', 'credential_id' | 'transports'>[]> {
  return sql('second_factors.passkey_ids', 'SELECT credential_id, transports FROM passkeys WHERE owner_id = $1', [
    ownerId,
  ]);
}

/** Adds a passkey to an account whose row is locked. `full`: it has `max` already. `taken`: it was added before. */
export async function insertPasskey(
  client: Queryable,
  passkey: {
    id: string;
    ownerId: OwnerId;
    credentialId: string;
    publicKey: Uint8Array;
    counter: number;
    transports: readonly string[];
    name: string;
    isSynced: boolean;
    at: Date;
    max: number;
  },
): Promise<'added' | 'full' | 'taken'> {
  const rows = await sql<{ count: number; added: number }>(
    'second_factors.insert_passkey',
    `WITH had AS (SELECT count(*)::int AS count FROM passkeys WHERE owner_id = $2),
          added AS (
            INSERT INTO passkeys
              (id, owner_id, credential_id, public_key, counter, transports, name, is_synced, created_at, last_used_at)
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $9 FROM had WHERE count < $10
            ON CONFLICT (credential_id) DO NOTHING RETURNING 1)
     SELECT (SELECT count FROM had) AS count, (SELECT count(*)::int FROM added) AS added`,
    [
      passkey.id,
      passkey.ownerId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.isSynced,
      passkey.at,
      passkey.max,
    ],
    client,
  );
  const [row] = rows;
  if (row?.added) return 'added';
  return (row?.count ?? 0) >= passkey.max ? 'full' : 'taken';
}

/** Notes a signature of a passkey. False when its counter was reached before: another device has a copy of it. */
export async function noteSignature(of: { id: string; counter: number; at: Date }): Promise<boolean> {
  const rows = await sql(
    'second_factors.note_signature',
    `UPDATE passkeys SET counter = $2, last_used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))
     RETURNING 1`,
    [of.id, of.counter, of.at],
  );
  return rows.length > 0;
}

export async function updatePasskeyName(of: { ownerId: OwnerId; id: string; name: string }): Promise<boolean> {
  const rows = await sql(
    'second_factors.rename_passkey',
    'UPDATE passkeys SET name = $3 WHERE id = $2 AND owner_id = $1 RETURNING 1',
    [of.ownerId, of.id, of.name],
  );
  return rows.length > 0;
}

/** Deletes a passkey. Returns its name; null when the account has no such one. */
export async function deletePasskey(client: Queryable, ownerId: OwnerId, id: string): Promise<string | null> {
  const rows = await sql<{ name: string }>(
    'second_factors.delete_passkey',
    'DELETE FROM passkeys WHERE id = $2 AND owner_id = $1 RETURNING name',
    [ownerId, id],
    client,
  );
  return rows[0]?.name ?? null;
}
