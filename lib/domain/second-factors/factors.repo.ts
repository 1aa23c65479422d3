import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql, transaction } from '@/lib/data/database';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import { noteProof, setHasSecondFactor } from '@/lib/domain/accounts';

export { type Queryable, transaction };

/** What a change of the factors of an account came to. */
export interface FactorAdded {
  /** It is the first: the recovery codes were stored with it. */
  isFirst: boolean;
}

/** Adds a factor by `add` in one transaction with what a first one brings: the flag of the account and its recovery codes. */
export async function addFactor(of: {
  ownerId: OwnerId;
  browserId: string | null;
  /** Hashes of recovery codes, stored when it is the first factor. */
  recoveryHashes: readonly string[];
  add(client: Queryable): Promise<void>;
}): Promise<FactorAdded> {
  return transaction(async (client) => {
    const had = await setHasSecondFactor(client, of.ownerId, true);
    await of.add(client);
    if (!had) await replaceRecoveryCodes(client, of.ownerId, of.recoveryHashes);
    // Who has just set it up has it.
    await noteProof({ browserId: of.browserId, isFactor: true }, client);
    return { isFirst: !had };
  });
}

/**
 * Removes factors by `remove`. With the last one the recovery codes go, and sign-ins ask for none.
 * @returns whether `remove` found what it removes
 */
export async function removeFactor(
  ownerId: OwnerId,
  remove: (client: Queryable) => Promise<boolean>,
): Promise<{ isRemoved: boolean; hasSecondFactor: boolean }> {
  return transaction(async (client) => {
    const had = await setHasSecondFactor(client, ownerId, true);
    const isRemoved = await remove(client);
    const hasSecondFactor = had && (await hasFactor(client, ownerId));
    if (!hasSecondFactor) {
      await setHasSecondFactor(client, ownerId, false);
      await sql('second_factors.drop_codes', 'DELETE FROM recovery_codes WHERE owner_id = $1', [ownerId], client);
    }
    return { isRemoved, hasSecondFactor };
  });
}

async function hasFactor(client: Queryable, ownerId: OwnerId): Promise<boolean> {
  const rows = await sql(
    'second_factors.has_factor',
    `SELECT 1 FROM passkeys WHERE owner_id = $1
     UNION ALL SELECT 1 FROM authenticators WHERE owner_id = $1 AND confirmed_at IS NOT NULL LIMIT 1`,
    [ownerId],
    client,
  );
  return rows.length > 0;
}

/** Stores new recovery codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  client: Queryable,
  ownerId: OwnerId,
  hashes: readonly string[],
): Promise<void> {
  await sql(
    'second_factors.replace_codes',
    `WITH gone AS (DELETE FROM recovery_codes WHERE owner_id = $1 AND hash <> ALL($2::text[]))
     INSERT INTO recovery_codes (owner_id, hash) SELECT $1, unnest($2::text[])`,
    [ownerId, hashes],
    client,
  );
}

/** Replaces the recovery codes of an account that has a factor. Of two concurrent calls the later one's codes count. */
export async function renewRecoveryCodes(ownerId: OwnerId, hashes: readonly string[]): Promise<boolean> {
  return transaction(async (client) => {
    const had = await setHasSecondFactor(client, ownerId, true);
    if (!had) {
      await setHasSecondFactor(client, ownerId, false);
      return false;
    }
    await replaceRecoveryCodes(client, ownerId, hashes);
    return true;
  });
}

/** Uses a recovery code: of two concurrent uses the second finds nothing. */
export async function takeRecoveryCode(ownerId: OwnerId, hash: string, at: Date): Promise<boolean> {
  const rows = await sql(
    'second_factors.take_code',
    'UPDATE recovery_codes SET used_at = $3 WHERE owner_id = $1 AND hash = $2 AND used_at IS NULL RETURNING 1',
    [ownerId, hash, at],
  );
  return rows.length > 0;
}

/** A passkey as it is listed. */
export type PasskeyRow = Row<'Passkey', 'id' | 'name' | 'is_synced' | 'created_at' | 'last_used_at'>;

/** Everything that the page of an account shows of its factors. */
export interface FactorRows {
  passkeys: PasskeyRow[];
  authenticator: Row<'Authenticator', 'confirmed_at' | 'last_used_at'> | null;
  /** Recovery codes that were not used. */
  codesLeft: number;
}

/** The factors of an account. Three queries at the same time. */
export async function findFactors(ownerId: OwnerId): Promise<FactorRows> {
  const [passkeys, authenticators, codes] = await Promise.all([
    sql<PasskeyRow>(
      'second_factors.passkeys_of_owner',
      `SELECT id, name, is_synced, created_at, last_used_at FROM passkeys WHERE owner_id = $1 ORDER BY created_at`,
      [ownerId],
    ),
    sql<Row<'Authenticator', 'confirmed_at' | 'last_used_at'>>(
      'second_factors.authenticator_of_owner',
      'SELECT confirmed_at, last_used_at FROM authenticators WHERE owner_id = $1',
      [ownerId],
    ),
    sql<{ left: number }>(
      'second_factors.codes_left',
      'SELECT count(*)::int AS left FROM recovery_codes WHERE owner_id = $1 AND used_at IS NULL',
      [ownerId],
    ),
  ]);
  return { passkeys, authenticator: authenticators[0] ?? null, codesLeft: codes[0]?.left ?? 0 };
}

/** Deletes every factor of an account. Returns how many there were. */
export async function deleteFactors(client: Queryable, ownerId: OwnerId): Promise<number> {
  await setHasSecondFactor(client, ownerId, false);
  const rows = await sql<{ count: number }>(
    'second_factors.delete_all',
    `WITH keys AS (DELETE FROM passkeys WHERE owner_id = $1 RETURNING 1),
          apps AS (DELETE FROM authenticators WHERE owner_id = $1 RETURNING 1),
          codes AS (DELETE FROM recovery_codes WHERE owner_id = $1 RETURNING 1)
     SELECT ((SELECT count(*) FROM keys) + (SELECT count(*) FROM apps))::int AS count`,
    [ownerId],
    client,
  );
  return rows[0]?.count ?? 0;
}

registerExport('second-factors', {
  'account/passkeys': {
    about: 'Passkeys, by their names.',
    rows: `SELECT id, name, transports, is_synced, created_at, last_used_at FROM passkeys WHERE owner_id = $1`,
  },
  'account/authenticators': {
    about: 'The authenticator app, without its secret.',
    rows: `SELECT confirmed_at, last_used_at, created_at FROM authenticators WHERE owner_id = $1`,
  },
  'account/recovery_codes': {
    about: 'Recovery codes, without the codes: when each was used.',
    rows: `SELECT used_at FROM recovery_codes WHERE owner_id = $1`,
  },
});
