import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { hashSecret, isAdminTokenForm, isInvitationTokenForm, newInvitationToken } from '@/lib/core/secrets';
import { isAdminLinkValid } from './administrators.service';
import {
  deleteInvitation,
  deleteInvitationsBefore,
  findInvitations,
  hasUse,
  type InvitationRow,
  insertInvitation,
  takeUse,
} from './invitations.repo';
import type { Queryable } from './owners.repo';

const DAY_MS = 24 * 3_600_000;
const KEPT_AFTER_END_MS = 30 * DAY_MS;
const MAX_LISTED = 200;

/** Whom an invitation is for. */
export type InvitationKind = 'person' | 'agent';

/** An invitation as administrators see it. */
export interface Invitation {
  id: string;
  kind: InvitationKind;
  note: string;
  uses: number;
  usesLeft: number;
  expiresAt: string;
  createdAt: string;
}

/** Makes an invitation. Its token is returned once; only its hash is stored. */
export async function makeInvitation(of: {
  kind: InvitationKind;
  note: string;
  uses: number;
  days: number;
}): Promise<Invitation & { token: string }> {
  const { secret, hash } = newInvitationToken();
  const expiresAt = new Date(now().getTime() + of.days * DAY_MS);
  const row = await insertInvitation({ ...of, id: newId(), hash, expiresAt, at: now() });
  return { ...toInvitation(row), token: secret };
}

/** The newest 200 invitations, used and ended ones too. */
export async function listInvitations(): Promise<Invitation[]> {
  return (await findInvitations(MAX_LISTED)).map(toInvitation);
}

/** Ends an invitation immediately. @throws NOT_FOUND */
export async function revokeInvitation(id: string): Promise<void> {
  if (!(await deleteInvitation(id))) throw new AppError('NOT_FOUND', 'There is no such invitation.');
}

/** Whether a token admits now, for the page that asks for the account: an invitation, or the link of the first administrator. */
export async function isInvited(token: string | null, kind: InvitationKind): Promise<boolean> {
  if (token === null) return false;
  if (kind === 'person' && isAdminTokenForm(token)) return isAdminLinkValid({ token });
  return isInvitationTokenForm(token) && hasUse({ hash: hashSecret(token), kind, at: now() });
}

/**
 * Takes one use of an invitation, in the transaction that adds whom it admits. The link of the first administrator admits as well
 * and is not used by it: otherwise a closed site could never get one.
 * @throws FORBIDDEN with the reason `invitation_needed` without a token, `invitation_invalid` for one that admits no longer
 */
export async function takeInvitation(client: Queryable, token: string | null, kind: InvitationKind): Promise<void> {
  if (token === null) {
    const what = kind === 'person' ? 'New accounts need' : 'Agents that sign themselves up need';
    throw new AppError('FORBIDDEN', `${what} an invitation here. Ask the operator of this site.`, {
      details: { reason: 'invitation_needed' },
    });
  }
  const isTaken =
    kind === 'person' && isAdminTokenForm(token)
      ? await isAdminLinkValid({ token })
      : isInvitationTokenForm(token) && (await takeUse(client, { hash: hashSecret(token), kind, at: now() }));
  if (isTaken) return;
  throw new AppError('FORBIDDEN', 'This invitation was used, has ended, or is incomplete. Ask for another one.', {
    details: { reason: 'invitation_invalid' },
  });
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  kind: row.kind === 'agent' ? 'agent' : 'person',
  note: row.note,
  uses: row.uses,
  usesLeft: row.uses_left,
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
});

registerCleanup({
  name: 'invitations',
  removeBatch: (limit) => deleteInvitationsBefore(new Date(now().getTime() - KEPT_AFTER_END_MS), limit),
});
