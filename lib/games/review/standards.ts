export type Grade = 'slip' | 'mistake' | 'blunder';

/** How a game is analysed: how far the judge looks, and how much of the advantage a move must lose to be marked. */
export interface Standard {
  /** Positions for each judgement. */
  nodes: number;
  /** Losses of advantage, of which there are two from a sure loss to a sure win. */
  loses: Record<Grade, number>;
  /** What a reader should know of the judge. */
  honesty: string;
}

const ESTIMATED = { slip: 0.1, mistake: 0.2, blunder: 0.3 };
/** Where positions are mostly known to their end, a move loses nothing or a whole result. */
const KNOWN = { slip: 0.25, mistake: 0.5, blunder: 0.9 };

/** Every game that is analysed; a game with a judge and without a standard is a fault that a test finds. */
export const STANDARDS: Record<string, Standard> = {
  tic_tac_toe: {
    nodes: 1,
    loses: KNOWN,
    honesty: 'The whole game is known: every judgement is the truth.',
  },
  four_in_a_row: {
    nodes: 150_000,
    loses: KNOWN,
    honesty: 'Positions are solved where the end is in reach, and estimated before; an estimate can be wrong.',
  },
  mancala: {
    nodes: 60_000,
    loses: { slip: 0.15, mistake: 0.3, blunder: 0.5 },
    honesty: 'Positions are solved where the end is in reach, and estimated before; an estimate can be wrong.',
  },
  checkers: {
    nodes: 60_000,
    loses: { slip: 0.12, mistake: 0.25, blunder: 0.4 },
    honesty: 'An engine that looks at some ten thousand positions a move: a good player, not the truth.',
  },
  chess: {
    nodes: 40_000,
    loses: ESTIMATED,
    honesty: 'An engine that looks at some ten thousand positions a move: a club player, not the truth.',
  },
};

/** How bad a loss of advantage is by a game's standard; null for what is not worth a mark. */
export function gradeOf({ loses }: Standard, loss: number): Grade | null {
  if (loss >= loses.blunder) return 'blunder';
  if (loss >= loses.mistake) return 'mistake';
  return loss >= loses.slip ? 'slip' : null;
}
