import type { OwnerId } from '@/lib/core/ids';
import { deleteFactors, findFactors, type Queryable, transaction } from './factors.repo';
import type { Factors } from './second-factors.schema';

/** What protects an account beside the password. Three queries. */
export async function listFactors(ownerId: OwnerId): Promise<Factors> {
  const { passkeys, authenticator, codesLeft } = await findFactors(ownerId);
  return {
    passkeys: passkeys.map((row) => ({
      passkey_id: row.id,
      name: row.name,
      is_synced: row.is_synced,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
    has_authenticator: authenticator?.confirmed_at != null,
    authenticator_last_used_at: authenticator?.last_used_at?.toISOString() ?? null,
    recovery_codes_left: codesLeft,
  };
}

/** Removes every factor of an account whose owner has lost them all, for the operator. Returns how many there were. */
export function removeAllFactors(ownerId: OwnerId): Promise<number> {
  return transaction((client) => deleteFactors(client, ownerId));
}

/** The same in a transaction that changes the account. */
export function removeFactorsWith(client: Queryable, ownerId: OwnerId): Promise<number> {
  return deleteFactors(client, ownerId);
}
