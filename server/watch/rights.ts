import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { readOwner } from '@/lib/domain/accounts';
import { type Person, readPerson } from '@/lib/domain/people';
import {
  grantOmniscience,
  type OmniscientGrant,
  openPersonalStream,
  type PersonalStream,
  type SpectatorView,
  viewOfSpectator,
} from '@/lib/domain/streams';
import { isOwnOrigin } from '@/lib/transport/http/hosts';

/**
 * Whether this caller may see every audience of a stream now. An agent's credential never gives the right, and a page of
 * another origin must not use the cookie of its visitor.
 * @returns what the right depends on; null when nothing is hidden any more
 * @throws NOT_FOUND, FORBIDDEN
 */
export function requireOmniscience(headers: IncomingHttpHeaders, stream: string): Promise<OmniscientGrant | null> {
  return grantOmniscience(stream, () => readSignedIn(headers));
}

/**
 * The stream of the person at this browser; null when the name is not of such a kind. Neither an agent's credential nor a
 * page of another origin gives the right.
 * @throws UNAUTHENTICATED when it is not this person's
 */
export function requirePersonalStream(headers: IncomingHttpHeaders, stream: string): Promise<PersonalStream | null> {
  const person = async (): Promise<Person | null> =>
    isOurPage(headers) && !hasCredential(headers) ? readPerson(headers.cookie ?? null) : null;
  return openPersonalStream(stream, person);
}

/** What a subscription to the public view shows to this caller. @throws NOT_FOUND */
export async function readSpectatorView(headers: IncomingHttpHeaders, stream: string): Promise<SpectatorView> {
  if (hasCredential(headers)) return 'public';
  return viewOfSpectator(stream, () => readPerson(headers.cookie ?? null));
}

async function readSignedIn(headers: IncomingHttpHeaders): Promise<OwnerId> {
  if (hasCredential(headers)) throw new AppError('FORBIDDEN', 'Agents see only public events.');
  const owner = isOurPage(headers) ? await readOwner(headers.cookie ?? null) : null;
  if (!owner) throw new AppError('FORBIDDEN', 'Sign in to see everything while the match runs.');
  return owner.ownerId;
}

const hasCredential = (headers: IncomingHttpHeaders): boolean => Boolean(headers.authorization || headers['x-api-key']);

const isOurPage = ({ origin, host }: IncomingHttpHeaders): boolean => !origin || isOwnOrigin(origin, host ?? '');
