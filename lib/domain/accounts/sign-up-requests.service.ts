import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { countRequests, decideRequest, deleteRequestsBefore, findRequests } from './sign-up-requests.repo';

const DAY_MS = 24 * 3_600_000;
/** For so long a refused person reads at the sign-in page that they were; then they may ask again. */
const REFUSED_KEPT_MS = 30 * DAY_MS;
const WAITING_KEPT_MS = 90 * DAY_MS;
const MAX_LISTED = 200;

/** The request of a person for an account. */
export interface SignUpRequest {
  ownerId: string;
  email: string;
  displayName: string;
  /** What they wrote; a stranger's words. */
  note: string | null;
  askedAt: string;
}

/** The people who ask for an account, the oldest request first, at most 200. */
export async function listSignUpRequests(): Promise<SignUpRequest[]> {
  return (await findRequests(MAX_LISTED)).map((row) => ({
    ownerId: row.id,
    email: row.email,
    displayName: row.display_name,
    note: row.admission_note,
    askedAt: (row.admission_at ?? now()).toISOString(),
  }));
}

/** How many people ask for an account. */
export function countSignUpRequests(): Promise<number> {
  return countRequests();
}

/**
 * Decides about an account that waits; an approved one signs in from then on.
 * @returns its e-mail
 * @throws NOT_FOUND when none waits under this id, also because another administrator has just decided
 */
export async function decideSignUp(of: { ownerId: string; isApproved: boolean }): Promise<{ email: string }> {
  const email = await decideRequest({ ...of, at: now() });
  if (email === null)
    throw new AppError('NOT_FOUND', 'No account waits under this id. Another administrator may have decided about it.');
  return { email };
}

/** FORBIDDEN for an account that an administrator has not approved. */
export function notAdmitted(admission: string): AppError {
  return admission === 'refused'
    ? new AppError('FORBIDDEN', 'An administrator of this site refused this account.', {
        details: { reason: 'sign_up_refused' },
      })
    : new AppError('FORBIDDEN', 'An administrator of this site has not decided about this account yet.', {
        details: { reason: 'awaiting_approval' },
      });
}

registerCleanup({
  name: 'sign-up requests',
  removeBatch: (limit) => {
    const at = now().getTime();
    const before = { refused: new Date(at - REFUSED_KEPT_MS), waiting: new Date(at - WAITING_KEPT_MS) };
    return deleteRequestsBefore(before, limit);
  },
});
