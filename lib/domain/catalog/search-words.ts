/** Words of a search that are used. */
const MAX_WORDS = 8;

/** The words of a search, each once. */
export function wordsOf(search: string | undefined): string[] {
  return [...new Set((search ?? '').split(/\s+/).filter((word) => word !== ''))].slice(0, MAX_WORDS);
}
