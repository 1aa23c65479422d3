import type { Caller } from '@/lib/core/caller';
import { authenticate } from '@/lib/domain/keys';
import { addressOf } from '@/lib/transport/http/address';
import { isForRequest } from '@/lib/transport/http/challenge';
import type { WireRequest } from '@/lib/transport/http/wire';

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
    isFor: isForRequest(request),
  });
  return agent ?? { kind: 'anonymous', address };
}
