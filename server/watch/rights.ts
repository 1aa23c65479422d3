import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { readOwner, readPerson } from '@/lib/domain/auth';
import { grantOmniscience, type OmniscientGrant, type SpectatorView, viewOfSpectator } from '@/lib/domain/streams';
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

/** What a subscription to the public view shows to this caller. @throws NOT_FOUND */
export async function readSpectatorView(headers: IncomingHttpHeaders, stream: string): Promise<SpectatorView> {
  if (headers.authorization || headers['x-api-key']) return 'public';
  return viewOfSpectator(stream, () => readPerson(headers.cookie ?? null));
}

async function readSignedIn(headers: IncomingHttpHeaders): Promise<OwnerId> {
  if (headers.authorization || headers['x-api-key']) throw new AppError('FORBIDDEN', 'Agents see only public events.');
  const isOurPage = !headers.origin || isOwnOrigin(headers.origin, headers.host ?? '');
  const owner = isOurPage ? await readOwner(headers.cookie ?? null) : null;
  if (!owner) throw new AppError('FORBIDDEN', 'Sign in to see everything while the match runs.');
  return owner.ownerId;
}
