import type { AgentId, OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';

export interface ClaimableRow {
  [column: string]: unknown;
  id: AgentId;
  display_name: string;
  created_at: Date;
}

/** The unclaimed agent of a claim token. */
export async function findClaimable(claimHash: string): Promise<ClaimableRow | null> {
  const rows = await sql<ClaimableRow>(
    'auth.claimable',
    'SELECT id, display_name, created_at FROM agents WHERE claim_hash = $1 AND owner_id IS NULL',
    [claimHash],
  );
  return rows[0] ?? null;
}

/**
 * Gives the agent of a token to an owner and uses the token up; of racing claims one wins, the others find nothing. The
 * time is the database's, as that of keys is: which of them are older than the claim must not depend on two clocks.
 */
export async function takeClaim(claim: { claimHash: string; ownerId: OwnerId }): Promise<ClaimableRow | null> {
  const rows = await sql<ClaimableRow>(
    'auth.take_claim',
    `UPDATE agents SET owner_id = $2, claimed_at = now(), claim_hash = NULL
      WHERE claim_hash = $1 AND owner_id IS NULL RETURNING id, display_name, created_at`,
    [claim.claimHash, claim.ownerId],
  );
  return rows[0] ?? null;
}
