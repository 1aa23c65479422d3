import type { Grade } from '@/lib/games/review/standards';

/** How a record marks a move that lost something: chess players' signs, and the word for who does not know them. */
export const GRADES: Record<Grade, { symbol: string; word: string }> = {
  slip: { symbol: '?!', word: 'slip' },
  mistake: { symbol: '?', word: 'mistake' },
  blunder: { symbol: '??', word: 'blunder' },
};
