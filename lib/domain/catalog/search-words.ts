/** Words of a search that are used. */
const MAX_WORDS = 8;

/** Other names of built-in games, and words for them that stand in no name. */
const ALIASES: readonly [RegExp, string][] = [
  [/\bconnect[- ]?(?:four|4)\b/g, 'four row'],
  [/\bbattle ?ships?\b/g, 'sea battle'],
  [/\b(?:tic ?tac ?toe|noughts and crosses)\b/g, 'tic-tac-toe'],
  [/\bdraughts\b/g, 'checkers'],
  [/\bkalah\b/g, 'mancala'],
  [/\bmafia\b/g, 'werewolf'],
  [/\bslot machines?\b/g, 'slots'],
  [/\bcasino\b/g, 'blackjack'],
];
/** Words around the subject of a search. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and find for game games i me let lets of on online play playing some the to us want with'.split(' '),
);

/** What a search means that found nothing: other names of built-in games, without the words around them. */
export function plainSearch(search: string): string {
  const query = ALIASES.reduce((text, [name, title]) => text.replace(name, title), search.toLowerCase());
  return wordsOf(query)
    .filter((word) => !FILLERS.has(word))
    .join(' ');
}

/** The words of a search, each once. */
export function wordsOf(search: string | undefined): string[] {
  return [...new Set((search ?? '').split(/\s+/).filter((word) => word !== ''))].slice(0, MAX_WORDS);
}
