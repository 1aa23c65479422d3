import { randomFillSync } from 'node:crypto';

/** One system call fills this many bytes; asking for each few bytes apart costs more than the work they are for. */
const POOL_BYTES = 4_096;

const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;

/** `length` cryptographically random bytes as hex, each given out once. */
export function randomHex(length: number): string {
  const bytes = take(length);
  const text = bytes.toString('hex');
  bytes.fill(0);
  return text;
}

/** Copies cryptographically random bytes into `target`, each given out once. */
export function fillRandom(target: Uint8Array): void {
  const bytes = take(target.length);
  target.set(bytes);
  bytes.fill(0);
}

function take(length: number): Buffer {
  if (length > POOL_BYTES) throw new RangeError(`${length} random bytes are more than ${POOL_BYTES}.`);
  if (used + length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.subarray(used - length, used);
}
