import { clientAddress } from '@/lib/domain/limits';
import type { WireRequest } from './wire';

/** The address that a request came from, for limits and the audit. */
export function addressOf(request: WireRequest): string {
  return clientAddress({ peer: request.address, forwardedFor: request.header('x-forwarded-for') });
}
