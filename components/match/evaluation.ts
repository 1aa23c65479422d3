import { capitalize } from '@/components/ui/text';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import type { MatchSnapshot } from './types';

/** Who is ahead in a match of two, as a share and as words. */
export interface Evaluation {
  /** The share of the first seat, 0 to 1; a half while nothing is known. */
  share: number;
  /** "White is ahead", without a full stop; null while nothing is known, and after the end, which other words tell. */
  words: string | null;
  /** The same for screen readers, with the figure of the engine; never null. */
  spoken: string;
}

/** What is said of a move that turned the game. */
export const TURNED_GAME = 'That turned the game.';

type Judged = Pick<MatchSnapshot, 'players' | 'outcome'>;
type Seats = { players: readonly Pick<MatchSnapshot['players'][number], 'seat_name'>[] };

/** What is left to each side of a bar as long as the game is not decided. */
const SMALLEST_SHARE = 0.03;
const DEGREES = { slight: 'is slightly ahead', clear: 'is ahead', winning: 'is winning' };

/**
 * The evaluation of a position.
 * @param judged the engine's judgement; undefined while there is none
 * @param isEnd the last position of a match that is over: its result counts
 */
export function evaluate(match: Judged, judged: PlyAnalysis | undefined, isEnd: boolean): Evaluation {
  const { outcome } = match;
  if (isEnd && outcome) {
    const { winner } = outcome;
    const spoken = winner === null ? 'Drawn' : `${seatName(match, winner)} has won`;
    return { share: winner === null ? 0.5 : 1 - winner, words: null, spoken };
  }
  if (!judged) return { share: 0.5, words: null, spoken: 'Not judged yet' };
  const words = verdictText(match, judged);
  const isDecided = judged.verdict.degree === 'decided';
  const share = (1 + judged.advantage) / 2;
  return {
    share: isDecided ? share : Math.min(1 - SMALLEST_SHARE, Math.max(SMALLEST_SHARE, share)),
    words,
    spoken: isDecided ? `${words}, proved to the end` : `${words}, by the estimate of an engine (${judged.words})`,
  };
}

/** "White is winning", "Even", "Black mates in 3". */
export function verdictText(match: Seats, { words, verdict: { leader, degree } }: PlyAnalysis): string {
  if (degree === 'decided') return capitalize(words);
  if (degree === 'even' || leader === null) return 'Even';
  return `${seatName(match, leader)} ${DEGREES[degree]}`;
}

const seatName = ({ players }: Seats, seat: number) => capitalize(players[seat]?.seat_name ?? `seat ${seat + 1}`);
