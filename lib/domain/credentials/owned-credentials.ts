import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import {
  bindToOrigin,
  type CredentialOfOwnerRow,
  findCredentialsOfOwner,
  findOwnersOfMovedRows,
} from './credentials.repo';
import type { CredentialInfo } from './credentials.schema';
import { announceCredentials, toInfo } from './credentials.service';

/** A credential in the list of an owner. */
export interface OwnedCredential extends CredentialInfo {
  agentId: string;
  agentName: string;
  experienceId: string;
  /** Null when the experience was deleted. */
  experienceName: string | null;
  /** The origin of the experience, when the credential is bound to another one and so is not sent; else null. */
  movedTo: string | null;
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
    ...toInfo(row),
    agentId: row.agent_id,
    agentName: row.agent_name,
    experienceId: row.experience_id,
    experienceName: row.experience_name,
    movedTo: row.moved_to,
  };
}

/**
 * Lets calls carry a credential to the server that its experience has moved to. `origin` is the one that the owner was
 * shown: when the server has moved again, nothing changes.
 * @throws INVALID_STATE when the server is not at `origin`, or the credential is sent there already; also for an unknown one
 */
export async function agreeToOrigin(agreement: {
  agentId: string;
  credentialId: string;
  origin: string;
}): Promise<{ experienceId: string; from: string | null }> {
  const { agentId, credentialId, origin } = agreement;
  const bound = await bindToOrigin({ agentId, id: credentialId, origin });
  if (!bound) {
    throw new AppError('INVALID_STATE', `No credential with this id waits for an agreement to ${origin}.`, {
      details: { next: 'Read the list of credentials again: the server may have moved once more.' },
    });
  }
  await announceCredentials({ agentId, experienceId: bound.experienceId });
  return bound;
}

/** The owners whose agents have a credential for an experience that is bound to another origin than its present one. */
export function findOwnersOfMoved(experienceId: string): Promise<OwnerId[]> {
  return findOwnersOfMovedRows(experienceId);
}

/**
 * What an agent reads when a stored credential was not sent, because it is bound to another server than the one that the
 * experience has now. Decision: docs/decisions/0029-stored-secrets-belong-to-an-origin.md
 */
export function withheldHint(origin: string | null): string {
  return (
    `The server of this experience has changed: it is now ${origin ?? 'gone'}. What is stored for its former server was not ` +
    'sent. Your owner can agree to the new server on the page Credentials of the console. Only when you trust the new ' +
    'server, credential.store stores a credential for it.'
  );
}
