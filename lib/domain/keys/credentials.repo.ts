import type { AgentId, ApiKeyId, OwnerId } from '@/lib/core/ids';
import type { RestrictionJson } from '@/lib/core/restrictions';
import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** An unrevoked key with the agent that it belongs to, and that agent's owner. */
export type KeyRow = Row<'ApiKey', 'id' | 'agent_id' | 'scopes' | 'expires_at', { id: ApiKeyId; agent_id: AgentId }> &
  Row<'Agent', 'display_name' | 'owner_id', { owner_id: OwnerId | null }> & {
    owner_email: string | null;
    owner_email_verified: Date | null;
    owner_is_admin: boolean | null;
    owner_has_second_factor: boolean | null;
    /** The agent had no owner when the key was made: its maker may be another person and still have it. */
    made_before_claim: boolean;
    is_stopped: boolean;
    /** waiting | refused, while the agent has no owner; else null. */
    admission: string | null;
    restrictions: RestrictionJson[] | null;
    has_daily_cap: boolean;
    tools_to_approve: string[];
  };

/** Whether an agent of the alias `a` waits for an administrator: not once it has an owner. */
const ADMISSION = 'CASE WHEN a.owner_id IS NULL THEN a.admission END AS admission';

/** The restrictions of an agent of the alias `a` and of its owner, ended ones too; null without any. */
const RESTRICTIONS = `(SELECT json_agg(json_build_object('kind', s.kind, 'reason', s.reason, 'ends_at', s.ends_at))
            FROM restrictions s WHERE s.subject_id IN (a.id, a.owner_id)) AS restrictions`;

const selectKey = (ofToken = { columns: '', join: '' }) => `
  SELECT ${ofToken.columns} k.id, k.agent_id, k.scopes, k.expires_at, a.display_name, a.owner_id,
         o.email AS owner_email, o.email_verified AS owner_email_verified, o.is_admin AS owner_is_admin,
         o.has_second_factor AS owner_has_second_factor,
         COALESCE(k.created_at <= a.claimed_at, false) AS made_before_claim,
         c.stopped_at IS NOT NULL AS is_stopped, ${ADMISSION}, ${RESTRICTIONS},
         COALESCE(c.daily_steps IS NOT NULL OR c.daily_cost_usd IS NOT NULL, false) AS has_daily_cap,
         ARRAY(SELECT tool FROM approval_rules r WHERE r.agent_id = a.id) AS tools_to_approve
    FROM api_keys k JOIN agents a ON a.id = k.agent_id LEFT JOIN owners o ON o.id = a.owner_id
    LEFT JOIN agent_controls c ON c.agent_id = a.id ${ofToken.join}
   WHERE k.revoked_at IS NULL AND a.kind = 'agent'`;

const SELECT_KEY = selectKey();
const SELECT_APP = selectKey({
  columns: 't.scopes AS token_scopes, t.audience, t.expires_at AS token_expires_at,',
  join: 'JOIN app_tokens t ON t.key_id = k.id',
});

/** The unrevoked app that an access token is for, and the token. */
export type AppTokenRow = KeyRow & {
  token_scopes: string[];
  audience: string;
  token_expires_at: Date;
};

/** The unrevoked app of the access token with this hash. */
export async function findAppByTokenHash(hash: string): Promise<AppTokenRow | null> {
  const rows = await sql<AppTokenRow>('keys.app_by_token', `${SELECT_APP} AND t.hash = $1 AND t.kind = 'access'`, [
    hash,
  ]);
  return rows[0] ?? null;
}

/** The unrevoked key with this hash. */
export async function findKeyByHash(hash: string, on: Queryable = pool()): Promise<KeyRow | null> {
  const rows = await sql<KeyRow>('keys.key_by_hash', `${SELECT_KEY} AND k.hash = $1`, [hash], on);
  return rows[0] ?? null;
}

/** The unrevoked key with this id, for a token that was made from it. */
export async function findKeyById(id: string): Promise<KeyRow | null> {
  const rows = await sql<KeyRow>('keys.key_by_id', `${SELECT_KEY} AND k.id = $1`, [id]);
  return rows[0] ?? null;
}

/** When each of these keys ends (null: never); keys that no longer work are absent, and those of stopped and suspended agents. */
export async function findLiveKeyExpiries(ids: readonly string[], at: Date): Promise<Map<string, Date | null>> {
  const rows = await sql<Row<'ApiKey', 'id' | 'expires_at'>>(
    'keys.live_keys',
    `SELECT id, expires_at FROM api_keys k WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM agent_controls c WHERE c.agent_id = k.agent_id AND c.stopped_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM agents a JOIN restrictions s ON s.subject_id IN (a.id, a.owner_id)
                         WHERE a.id = k.agent_id AND s.kind = 'suspend' AND (s.ends_at IS NULL OR s.ends_at > $2))`,
    [ids, at],
  );
  return new Map(rows.map((row) => [row.id, row.expires_at]));
}

/** An agent, what its owner has set, and the scopes of its working keys. */
export type ActingAgentRow = Row<
  'Agent',
  'id' | 'kind' | 'owner_id' | 'display_name',
  { id: AgentId; owner_id: OwnerId | null }
> &
  Pick<KeyRow, 'is_stopped' | 'admission' | 'restrictions' | 'has_daily_cap' | 'tools_to_approve'> & {
    scopes: string[];
    key_ids: string[];
    /** When the first of its keys ends. */
    first_key_ends_at: Date | null;
  };

export async function findActingAgents(
  agentIds: readonly string[],
  at: Date,
  on: Queryable = pool(),
): Promise<ActingAgentRow[]> {
  return sql<ActingAgentRow>(
    'keys.acting_agents',
    `SELECT a.id, a.kind, a.owner_id, a.display_name, c.stopped_at IS NOT NULL AS is_stopped,
            ${ADMISSION}, ${RESTRICTIONS}, COALESCE(c.daily_steps IS NOT NULL OR c.daily_cost_usd IS NOT NULL, false) AS has_daily_cap,
            ARRAY(SELECT tool FROM approval_rules r WHERE r.agent_id = a.id) AS tools_to_approve,
            COALESCE(k.scopes, '{}') AS scopes, COALESCE(k.ids, '{}') AS key_ids, k.first_ends_at AS first_key_ends_at
       FROM agents a LEFT JOIN agent_controls c ON c.agent_id = a.id
       CROSS JOIN LATERAL (SELECT array_agg(DISTINCT scope) FILTER (WHERE scope IS NOT NULL) AS scopes,
                                  array_agg(DISTINCT id) AS ids, min(expires_at) AS first_ends_at
                             FROM api_keys LEFT JOIN unnest(api_keys.scopes) scope ON true
                            WHERE agent_id = a.id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)) k
      WHERE a.id = ANY($1::uuid[])`,
    [agentIds, at],
    on,
  );
}
