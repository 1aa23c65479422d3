import fc from 'fast-check';

/** Seeds of games: 32 bytes as hex. */
export const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
