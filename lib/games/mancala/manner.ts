import type { Manner, MannerTexts } from '@/lib/core/game';
import { oppositeIndex, PITS, RING, STORE } from './rules';

/** What the house bots of mancala prefer; each may cost about a seed at most. */
export const MANCALA_MANNERS: MannerTexts = {
  attacking: 'sows its full pits into the row of the other side',
  trading: 'looks for captures and for another turn',
  careful: 'moves few seeds and keeps its row full',
};

/** How much a manner likes a pit, from 0 to 1. @param pits the mover's row, then the other's, both in sowing direction */
export function likesPit(manner: Manner, pits: readonly number[], pit: number): number {
  const seeds = pits[pit - 1] ?? 0;
  if (manner === 'careful') return 1 - Math.min(1, seeds / PITS);
  if (manner === 'attacking') return Math.min(1, Math.max(0, pit - 1 + seeds - STORE) / 3);
  const end = (pit - 1 + seeds) % RING;
  if (end === STORE) return 1;
  const captures = end < STORE && seeds < RING && pits[end] === 0 && (pits[oppositeIndex(end) - 1] ?? 0) > 0;
  return captures ? 1 : 0;
}
