import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import type { AuthMethod, CredentialPair, CredentialUse } from './credentials.schema';

export { transaction } from '@/lib/data/database';

export type InfoRow = Row<
  'Credential',
  'id' | 'label' | 'auth_method' | 'is_default' | 'origin' | 'created_at' | 'updated_at' | 'last_used_at',
  { auth_method: AuthMethod }
>;

export type SealedRow = InfoRow & Row<'Credential', 'sealed'>;

const INFO = 'id, label, auth_method, is_default, origin, created_at, updated_at, last_used_at';

/** Makes the changes of one agent's credentials for one experience wait for each other until the transaction ends. */
export async function lockPair(client: Queryable, { agentId, experienceId }: CredentialPair): Promise<void> {
  await sql(
    'credentials.lock',
    'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    [`credentials:${agentId}:${experienceId}`],
    client,
  );
}

/**
 * The sealed credential of a method that an agent prefers for an experience: those of the origin first, then the default
 * one, then the newest.
 */
export async function findPreferredSecret(
  { agentId, experienceId, origin }: CredentialUse,
  authMethod: AuthMethod,
): Promise<SealedRow | null> {
  const rows = await sql<SealedRow>(
    'credentials.preferred',
    `SELECT ${INFO}, sealed FROM credentials WHERE agent_id = $1 AND experience_id = $2 AND auth_method = $3
     ORDER BY (origin IS NOT DISTINCT FROM $4) DESC, is_default DESC, updated_at DESC LIMIT 1`,
    [agentId, experienceId, authMethod, origin],
  );
  return rows[0] ?? null;
}

/** The credentials of an agent for an experience: the default one first, then the newest. */
export async function listSealed({ agentId, experienceId }: CredentialPair, client?: Queryable): Promise<SealedRow[]> {
  return sql<SealedRow>(
    'credentials.list',
    `SELECT ${INFO}, sealed FROM credentials WHERE agent_id = $1 AND experience_id = $2
     ORDER BY is_default DESC, updated_at DESC, id DESC`,
    [agentId, experienceId],
    client,
  );
}

/** The agents of the stored credentials, beside the one that $1 would replace: experience $3, label $4. */
export const OTHERS_BY_AGENT = `SELECT agent_id FROM credentials
  WHERE agent_id <> $1 OR experience_id <> $3::uuid OR label <> $4::text`;

/** Whether the agent has a credential with this label, and how many with others. */
export async function countOthers(client: Queryable, pair: CredentialPair, label: string): Promise<number> {
  const rows = await sql<{ others: number }>(
    'credentials.count',
    `SELECT count(*)::int AS others FROM credentials WHERE agent_id = $1 AND experience_id = $2 AND label <> $3`,
    [pair.agentId, pair.experienceId, label],
    client,
  );
  return rows[0]?.others ?? 0;
}

/** Takes the mark of the default credential away. */
export async function clearDefault(client: Queryable, pair: CredentialPair): Promise<void> {
  await sql(
    'credentials.clear_default',
    'UPDATE credentials SET is_default = false WHERE agent_id = $1 AND experience_id = $2 AND is_default',
    [pair.agentId, pair.experienceId],
    client,
  );
}

/**
 * Inserts a credential, or replaces the one with its label. A default mark of null keeps the present one. Null when the
 * experience does not exist; it cannot be deleted before the transaction ends.
 */
export async function upsertCredential(
  client: Queryable,
  credential: CredentialUse & {
    id: string;
    label: string;
    authMethod: AuthMethod;
    sealed: Buffer;
    isDefault: boolean | null;
  },
): Promise<InfoRow | null> {
  const { id, agentId, experienceId, label, authMethod, sealed, isDefault, origin } = credential;
  const rows = await sql<InfoRow>(
    'credentials.upsert',
    `INSERT INTO credentials AS present
       (id, agent_id, experience_id, label, auth_method, sealed, is_default, origin, updated_at)
     SELECT $1, $2, x.id, $4, $5, $6, coalesce($7::boolean, false), $8, clock_timestamp()
     FROM (SELECT id FROM experiences WHERE id = $3 FOR KEY SHARE) AS x
     ON CONFLICT (agent_id, experience_id, label) DO UPDATE
       SET auth_method = EXCLUDED.auth_method, sealed = EXCLUDED.sealed, origin = EXCLUDED.origin,
           is_default = coalesce($7, present.is_default), updated_at = EXCLUDED.updated_at
     RETURNING ${INFO}`,
    [id, agentId, experienceId, label, authMethod, sealed, isDefault, origin],
    client,
  );
  return rows[0] ?? null;
}

/** Marks a credential as the default one. Returns whether the agent has it for this experience. */
export async function markDefault(client: Queryable, pair: CredentialPair, id: string): Promise<boolean> {
  const rows = await sql(
    'credentials.mark_default',
    `UPDATE credentials SET is_default = true WHERE id = $1 AND agent_id = $2 AND experience_id = $3 RETURNING id`,
    [id, pair.agentId, pair.experienceId],
    client,
  );
  return rows.length > 0;
}

/** An experience whose server is at `x.origin`, and a credential that is bound to another one. */
const IS_MOVED = `x.tier = 2 AND x.kind <> 'builtin' AND x.origin IS NOT NULL AND c.origin IS DISTINCT FROM x.origin`;

/**
 * Binds a credential to the present origin of its experience. Returns its experience and where it was bound to before;
 * null when the agent has no such credential, or the origin is another one.
 */
export async function bindToOrigin(of: {
  agentId: string;
  id: string;
  origin: string;
}): Promise<{ experienceId: string; from: string | null } | null> {
  const rows = await sql<{ experienceId: string; from: string | null }>(
    'credentials.bind',
    `WITH moved AS MATERIALIZED (
       SELECT c.id, c.origin FROM credentials c JOIN experiences x ON x.id = c.experience_id
        WHERE c.id = $1 AND c.agent_id = $2 AND x.origin = $3 AND ${IS_MOVED} FOR UPDATE OF c)
     UPDATE credentials SET origin = $3 FROM moved WHERE credentials.id = moved.id
     RETURNING experience_id AS "experienceId", moved.origin AS "from"`,
    [of.id, of.agentId, of.origin],
  );
  return rows[0] ?? null;
}

/** The owners of agents whose credentials for an experience are bound to another origin than its present one. */
export async function findOwnersOfMovedRows(experienceId: string): Promise<OwnerId[]> {
  const rows = await sql<{ ownerId: OwnerId }>(
    'credentials.owners_of_moved',
    `SELECT DISTINCT a.owner_id AS "ownerId"
       FROM experiences x JOIN credentials c ON c.experience_id = x.id JOIN agents a ON a.id = c.agent_id
      WHERE x.id = $1 AND a.owner_id IS NOT NULL AND ${IS_MOVED}`,
    [experienceId],
  );
  return rows.map(({ ownerId }) => ownerId);
}

/** Deletes a credential of an agent. Returns its experience; null when the agent has no such credential. */
export async function removeCredential(agentId: string, id: string): Promise<string | null> {
  const rows = await sql<{ experience_id: string }>(
    'credentials.delete',
    'DELETE FROM credentials WHERE id = $1 AND agent_id = $2 RETURNING experience_id',
    [id, agentId],
  );
  return rows[0]?.experience_id ?? null;
}

/** Stores that a call carried a credential just now. */
export async function touchCredential(id: string): Promise<void> {
  await sql('credentials.touch', 'UPDATE credentials SET last_used_at = now() WHERE id = $1', [id]);
}

/** A credential with its owner, for encrypting it again. */
export type OwnedSealedRow = Row<'Credential', 'id' | 'agent_id' | 'experience_id' | 'sealed'>;

/** Credentials behind `afterId` whose sealed bytes do not begin with `prefix`, by id. */
export async function listEncryptedOtherwise(
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<OwnedSealedRow[]> {
  return sql<OwnedSealedRow>(
    'credentials.encrypted_otherwise',
    `SELECT id, agent_id, experience_id, sealed FROM credentials
     WHERE id > $1 AND substring(sealed FROM 1 FOR length($2::bytea)) <> $2::bytea ORDER BY id LIMIT $3`,
    [afterId, prefix, limit],
  );
}

/** Replaces sealed bytes, unless they changed since they were read. */
export async function replaceEncrypted(id: string, previous: Uint8Array, sealed: Buffer): Promise<void> {
  await sql('credentials.reencrypt', 'UPDATE credentials SET sealed = $3 WHERE id = $1 AND sealed = $2', [
    id,
    Buffer.from(previous),
    sealed,
  ]);
}

/** A credential with the names that an owner's list shows. */
export type CredentialOfOwnerRow = InfoRow &
  Row<'Credential', 'agent_id' | 'experience_id'> & {
    agent_name: string;
    experience_name: string | null;
    moved_to: string | null;
  };

/** The credentials of an owner's agents without their secret data, the newest first. */
export async function findCredentialsOfOwner(of: {
  ownerId: string;
  agentId: string | null;
  limit: number;
}): Promise<CredentialOfOwnerRow[]> {
  return sql<CredentialOfOwnerRow>(
    'credentials.of_owner',
    `SELECT c.id, c.label, c.auth_method, c.is_default, c.origin, c.created_at, c.updated_at, c.last_used_at, c.agent_id,
            c.experience_id, a.display_name AS agent_name, x.name AS experience_name,
            CASE WHEN ${IS_MOVED} THEN x.origin END AS moved_to
       FROM agents a JOIN credentials c ON c.agent_id = a.id LEFT JOIN experiences x ON x.id = c.experience_id
      WHERE a.owner_id = $1 AND a.kind = 'agent' AND ($2::uuid IS NULL OR a.id = $2::uuid)
      ORDER BY c.updated_at DESC, c.id DESC LIMIT $3`,
    [of.ownerId, of.agentId, of.limit],
  );
}

registerDeletion('credentials', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM credentials WHERE agent_id = $1', [agentId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM credentials WHERE experience_id = $1', [experienceId]);
  },
});

registerExport('credentials', {
  'agents/credentials': {
    about: 'Stored sign-ins by their names. Their contents are never exported.',
    rows: `SELECT id, agent_id, experience_id, label, auth_method, is_default, origin, last_used_at, created_at,
      updated_at
      FROM credentials
      WHERE agent_id = ANY ($2)`,
  },
});
