import { type CredentialOfOwnerRow, findCredentialsOfOwner } from './credentials.repo';
import type { CredentialInfo } from './credentials.schema';

/** A credential in the list of an owner. */
export interface OwnedCredential extends CredentialInfo {
  agentId: string;
  agentName: string;
  experienceId: string;
  /** Null when the experience was deleted. */
  experienceName: string | null;
}

/** What may be shown of the credentials of an owner's agents, or of one of them; the newest first. */
export async function listOwnedCredentials(of: {
  ownerId: string;
  agentId: string | null;
  limit: number;
}): Promise<OwnedCredential[]> {
  return (await findCredentialsOfOwner(of)).map(toOwned);
}

function toOwned(row: CredentialOfOwnerRow): OwnedCredential {
  return {
    id: row.id,
    label: row.label,
    authMethod: row.auth_method,
    isDefault: row.is_default,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
    agentId: row.agent_id,
    agentName: row.agent_name,
    experienceId: row.experience_id,
    experienceName: row.experience_name,
  };
}
