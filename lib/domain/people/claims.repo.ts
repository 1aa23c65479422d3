import type { AgentId, OwnerId } from '@/lib/core/ids';
import { prisma, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** An agent that signed itself up and can be claimed. */
export interface ClaimableAgent {
  id: AgentId;
  displayName: string;
  createdAt: Date;
}

/** The unclaimed agent of a claim token. */
export async function findClaimable(claimHash: string): Promise<ClaimableAgent | null> {
  const agent = await prisma().agent.findUnique({
    where: { claimHash, ownerId: null },
    select: { id: true, displayName: true, createdAt: true },
  });
  return agent && { ...agent, id: agent.id as AgentId };
}

/**
 * Gives the agent of a token to an owner and deletes the token; of concurrent claims the first wins, the others find
 * nothing. The time is the database's, as that of keys is, because the two are compared.
 */
export async function takeClaim(
  client: Queryable,
  claim: { claimHash: string; ownerId: OwnerId },
): Promise<ClaimableAgent | null> {
  const rows = await sql<Row<'Agent', 'id' | 'display_name' | 'created_at', { id: AgentId }>>(
    'people.take_claim',
    `UPDATE agents SET owner_id = $2, claimed_at = now(), claim_hash = NULL
      WHERE claim_hash = $1 AND owner_id IS NULL RETURNING id, display_name, created_at`,
    [claim.claimHash, claim.ownerId],
    client,
  );
  const [agent] = rows;
  return agent ? { id: agent.id, displayName: agent.display_name, createdAt: agent.created_at } : null;
}
