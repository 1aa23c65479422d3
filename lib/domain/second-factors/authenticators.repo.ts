import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** The authenticator app of an account. */
export type AuthenticatorRow = Row<'Authenticator', 'secret' | 'confirmed_at'>;

export async function findAuthenticator(ownerId: OwnerId): Promise<AuthenticatorRow | null> {
  const rows = await sql<AuthenticatorRow>(
    'second_factors.authenticator',
    'SELECT secret, confirmed_at FROM authenticators WHERE owner_id = $1',
    [ownerId],
  );
  return rows[0] ?? null;
}

/** Stores a secret that waits for its first code, in place of another that does. False when an app is confirmed already. */
export async function storeAuthenticator(of: { ownerId: OwnerId; secret: Buffer; at: Date }): Promise<boolean> {
  const rows = await sql(
    'second_factors.store_authenticator',
    `INSERT INTO authenticators (owner_id, secret, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (owner_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at, last_step = 0
       WHERE authenticators.confirmed_at IS NULL RETURNING 1`,
    [of.ownerId, of.secret, of.at],
  );
  return rows.length > 0;
}

/** Confirms the secret that the first code was made with, by the step of that code. False when it was replaced or confirmed. */
export async function confirmAuthenticator(
  client: Queryable,
  of: { ownerId: OwnerId; secret: Uint8Array; step: number; at: Date },
): Promise<boolean> {
  const rows = await sql(
    'second_factors.confirm_authenticator',
    `UPDATE authenticators SET confirmed_at = $4, last_step = $3, last_used_at = $4
      WHERE owner_id = $1 AND secret = $2 AND confirmed_at IS NULL RETURNING 1`,
    [of.ownerId, of.secret, of.step, of.at],
    client,
  );
  return rows.length > 0;
}

/** Uses the code of a step; a code of this step or an earlier one does not work again. */
export async function takeStep(of: { ownerId: OwnerId; step: number; at: Date }): Promise<boolean> {
  const rows = await sql(
    'second_factors.take_step',
    `UPDATE authenticators SET last_step = $2, last_used_at = $3
      WHERE owner_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2 RETURNING 1`,
    [of.ownerId, of.step, of.at],
  );
  return rows.length > 0;
}

export async function deleteAuthenticator(client: Queryable, ownerId: OwnerId): Promise<boolean> {
  const rows = await sql(
    'second_factors.delete_authenticator',
    'DELETE FROM authenticators WHERE owner_id = $1 RETURNING 1',
    [ownerId],
    client,
  );
  return rows.length > 0;
}

/** Apps whose secret is not sealed with the first key, by id. */
export async function listSealedOtherwise(
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<Row<'Authenticator', 'owner_id' | 'secret'>[]> {
  return sql(
    'second_factors.sealed_otherwise',
    `SELECT owner_id, secret FROM authenticators
      WHERE owner_id > $2 AND substring(secret FROM 1 FOR length($1::bytea)) <> $1::bytea ORDER BY owner_id LIMIT $3`,
    [prefix, afterId, limit],
  );
}

/** Replaces a sealed secret, unless it changed. */
export async function replaceSealed(ownerId: string, previous: Uint8Array, secret: Buffer): Promise<void> {
  await sql(
    'second_factors.replace_sealed',
    'UPDATE authenticators SET secret = $3 WHERE owner_id = $1 AND secret = $2',
    [ownerId, previous, secret],
  );
}
