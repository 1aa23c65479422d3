/** Lengths at which lists are read: of pages, and one row more, by which a reader knows of a next page. */
const LENGTHS = [10, 21, 51, 101] as const;

/**
 * A limit as a literal of a statement, which then has its length in its name; cut the rows afterwards. With a parameter PostgreSQL
 * supposes that a tenth of all rows are wanted, so no plan for every length is good enough to be kept: it plans each execution anew, which
 * takes longer than reading a page by an index.
 * @param limit at most 101
 * @returns the smallest of four lengths that is not less
 */
export function literalLimit(limit: number): number {
  const length = LENGTHS.find((one) => one >= limit);
  if (length === undefined) throw new RangeError(`A list of ${limit} rows is longer than ${LENGTHS.at(-1)}.`);
  return length;
}
