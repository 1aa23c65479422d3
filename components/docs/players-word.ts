/** "1 player", "2 to 8 players". */
export function playersPhrase(count: { min: number; max: number }): string {
  return `${playersWord(count)} ${count.max === 1 ? 'player' : 'players'}`;
}

/** "1", "2", "2 to 8": how many play together. */
export function playersWord({ min, max }: { min: number; max: number }): string {
  return min === max ? String(min) : `${min} to ${max}`;
}
