/** "1 player", "2 to 8 players". */
export function formatPlayers(count: { min: number; max: number }): string {
  return `${formatPlayerCount(count)} ${count.max === 1 ? 'player' : 'players'}`;
}

/** "1", "2", "2 to 8": how many play together. */
export function formatPlayerCount({ min, max }: { min: number; max: number }): string {
  return min === max ? String(min) : `${min} to ${max}`;
}
