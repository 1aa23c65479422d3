import { type Queryable, sql } from '@/lib/data/database';
import { holderSql } from './turns.sql';

export interface Holder {
  holder: string;
  /** Which share the holder is; an agent that is known by neither owner nor address counts alone. */
  share: 'owner' | 'address' | 'agent';
}

/**
 * Who holds what an agent has; null for an unknown agent. Until the transaction ends, others that count the same for this holder wait.
 */
export async function lockHolder(client: Queryable, name: string, agentId: string): Promise<Holder | null> {
  const rows = await sql<Holder>(
    'quotas.lock',
    `SELECT h.holder, h.share, pg_advisory_xact_lock(hashtextextended('quota:' || $1 || ':' || h.holder, 0)) AS locked
     FROM (SELECT ${holderSql('a')} AS holder, CASE WHEN a.owner_id IS NOT NULL THEN 'owner'
             WHEN a.registered_from IS NOT NULL THEN 'address' ELSE 'agent' END AS share
           FROM agents a WHERE a.id = $2) AS h`,
    [name, agentId],
    client,
  );
  return rows[0] ?? null;
}

/**
 * How many open things an agent and its holder have. @param of.open SQL that selects the `agent_id` of each open thing; its
 * own parameters, `values`, begin at $3
 */
export async function countOpen(
  client: Queryable,
  of: { name: string; open: string; values?: readonly unknown[] | undefined; agentId: string; holder: string },
): Promise<{ ofAgent: number; ofHolder: number }> {
  const rows = await sql<{ ofAgent: number; ofHolder: number }>(
    `quotas.count_${of.name}`,
    `SELECT count(*) FILTER (WHERE o.agent_id = $1)::int AS "ofAgent", count(*)::int AS "ofHolder"
     FROM (${of.open}) AS o JOIN agents a ON a.id = o.agent_id WHERE ${holderSql('a')} = $2`,
    [of.agentId, of.holder, ...(of.values ?? [])],
    client,
  );
  return rows[0] ?? { ofAgent: 0, ofHolder: 0 };
}
