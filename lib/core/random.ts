import { randomFillSync } from 'node:crypto';

/** One system call fills this many bytes; asking for each few bytes apart costs more than the work they are for. */
const POOL_BYTES = 4_096;

const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;

/** `length` cryptographically random bytes as hex, each given out once. */
export function randomHex(length: number): string {
  if (length > POOL_BYTES) throw new RangeError(`randomHex: ${length}`);
  if (used + length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const text = pool.toString('hex', used, used + length);
  pool.fill(0, used, used + length);
  used += length;
  return text;
}
