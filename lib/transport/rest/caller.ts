import type { Caller } from '@/lib/core/caller';
import { authenticate, clientAddress } from '@/lib/domain/auth';
import type { WireRequest } from '@/lib/transport/http/wire';

/** The address that a request came from, for limits and the audit. */
export function addressOf(request: WireRequest): string {
  return clientAddress({ peer: request.address, forwardedFor: request.header('x-forwarded-for') });
}

/**
 * The caller; anonymous without a credential.
 * @throws UNAUTHENTICATED when the credential does not work · RATE_LIMITED after too many failures of the address
 */
export async function callerOf(request: WireRequest): Promise<Caller> {
  const address = addressOf(request);
  const agent = await authenticate({
    authorization: request.header('authorization'),
    apiKey: request.header('x-api-key'),
    address,
  });
  return agent ?? { kind: 'anonymous', address };
}
