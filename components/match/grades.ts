import type { Grade } from '@/lib/games/review/standards';

/** How the record marks a fault: the sign of annotated games, and the word for it. */
export const GRADES: Record<Grade, { symbol: string; word: string }> = {
  slip: { symbol: '?!', word: 'slip' },
  mistake: { symbol: '?', word: 'mistake' },
  blunder: { symbol: '??', word: 'blunder' },
};
