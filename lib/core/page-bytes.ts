/** Bytes of JSON of the list in one answer; what is beside it stays below 256 KB together. */
export const MAX_LIST_BYTES = 160_000;

/** How many of the first items fit in an answer: at least one, so that every page goes on. */
export function countFitting(items: readonly unknown[], maxBytes: number = MAX_LIST_BYTES): number {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item) ?? '', 'utf8') + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? items.length : Math.max(1, end);
}
