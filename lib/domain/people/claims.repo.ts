import type { AgentId, OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';

/** An agent that signed itself up and can be claimed. */
export type ClaimableAgent = Fields<'Agent', 'id' | 'displayName' | 'createdAt', { id: AgentId }>;

const CLAIMABLE = 'id, display_name AS "displayName", created_at AS "createdAt"';

/** The unclaimed agent of a claim token. */
export async function findClaimable(claimHash: string): Promise<ClaimableAgent | null> {
  const rows = await sql<ClaimableAgent>(
    'people.claimable',
    `SELECT ${CLAIMABLE} FROM agents WHERE claim_hash = $1 AND owner_id IS NULL`,
    [claimHash],
  );
  return rows[0] ?? null;
}

/** Replaces the claim link of an agent. @returns false when the agent has an owner */
export async function setClaim(agentId: AgentId, claimHash: string): Promise<boolean> {
  const rows = await sql<{ id: AgentId }>(
    'people.set_claim',
    'UPDATE agents SET claim_hash = $2 WHERE id = $1 AND owner_id IS NULL RETURNING id',
    [agentId, claimHash],
  );
  return rows.length > 0;
}

/**
 * Gives the agent of a token to an owner and deletes the token; of concurrent claims the first wins, the others find
 * nothing. The time is the database's, as that of keys is, because the two are compared.
 */
export async function takeClaim(
  client: Queryable,
  claim: { claimHash: string; ownerId: OwnerId },
): Promise<ClaimableAgent | null> {
  const rows = await sql<ClaimableAgent>(
    'people.take_claim',
    `UPDATE agents SET owner_id = $2, claimed_at = now(), claim_hash = NULL
      WHERE claim_hash = $1 AND owner_id IS NULL RETURNING ${CLAIMABLE}`,
    [claim.claimHash, claim.ownerId],
    client,
  );
  return rows[0] ?? null;
}
