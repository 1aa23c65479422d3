import type { Judgement, Seat } from '@/lib/core/game';

/** Advantage from which a side is a little ahead, clearly ahead, and winning: about a half, two and four pawns of chess. */
const MIN_ADVANTAGE = { slight: 0.12, clear: 0.3, winning: 0.6 };
/** Advantage from which a game counts as decided. */
export const DECISIVE_ADVANTAGE = MIN_ADVANTAGE.winning;

/** Who is ahead by a judgement, for readers who know no engine. */
export interface Verdict {
  /** The side that is ahead; null when neither is. */
  leader: Seat | null;
  /** How far. `decided` is proved to the end of the game, a draw included. */
  degree: 'even' | 'slight' | 'clear' | 'winning' | 'decided';
}

/** Who is ahead, and how far. */
export function verdictOf({ advantage, exact }: Pick<Judgement, 'advantage' | 'exact'>): Verdict {
  const size = Math.abs(advantage);
  const leader = advantage > 0 ? 0 : 1;
  if (exact) return { leader: size === 1 ? leader : null, degree: 'decided' };
  if (size < MIN_ADVANTAGE.slight) return { leader: null, degree: 'even' };
  const degree = size < MIN_ADVANTAGE.clear ? 'slight' : size < MIN_ADVANTAGE.winning ? 'clear' : 'winning';
  return { leader, degree };
}

/** The side that has more than a slight advantage; null when neither has. */
export function clearLeader(judgement: Pick<Judgement, 'advantage' | 'exact'>): Seat | null {
  return Math.abs(judgement.advantage) < MIN_ADVANTAGE.clear ? null : verdictOf(judgement).leader;
}
