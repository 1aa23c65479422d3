import { randomHex } from '@/components/ui/random-id';

/** A random idempotency key. */
export function newIdempotencyKey(): string {
  return randomHex();
}
