/** Whether this is the short pass of `npm test`: the smallest sizes, and no figure is judged. `npm run bench -- --short`. */
export const isShort = process.env.BENCH_SHORT === '1';

/** A size, a number of rounds or a time: of a measurement, or of the short pass. */
export const sized = <T>(measured: T, short: T): T => (isShort ? short : measured);
