export type Grade = 'slip' | 'mistake' | 'blunder';

/** How a game is analysed: the search budget of the judge, and the loss of advantage from which a move gets a grade. */
export interface Standard {
  /** Positions searched for each judgement. */
  nodes: number;
  /** The smallest loss of advantage for each grade; 2 is the distance from a certain loss to a certain win. */
  minLoss: Record<Grade, number>;
  /** How reliable the judge is, for readers. */
  disclaimer: string;
}

const ESTIMATED_LOSSES = { slip: 0.1, mistake: 0.2, blunder: 0.3 };
/** Most positions are solved, so a move loses nothing or a whole result. */
const SOLVED_LOSSES = { slip: 0.25, mistake: 0.5, blunder: 0.9 };

/** The analysis standard by game id. A test checks that every game with a judge has one. */
export const STANDARDS: Record<string, Standard> = {
  tic_tac_toe: {
    nodes: 1,
    minLoss: SOLVED_LOSSES,
    disclaimer: 'The game is fully solved: every judgement is exact.',
  },
  four_in_a_row: {
    nodes: 150_000,
    minLoss: SOLVED_LOSSES,
    disclaimer: 'Positions near the end are solved, earlier ones are estimated; an estimate can be wrong.',
  },
  mancala: {
    nodes: 60_000,
    minLoss: { slip: 0.15, mistake: 0.3, blunder: 0.5 },
    disclaimer: 'Positions near the end are solved, earlier ones are estimated; an estimate can be wrong.',
  },
  checkers: {
    nodes: 60_000,
    minLoss: { slip: 0.12, mistake: 0.25, blunder: 0.4 },
    disclaimer:
      'An engine that searches some ten thousand positions per move, with the strength of a good player; it can be wrong.',
  },
  chess: {
    nodes: 40_000,
    minLoss: ESTIMATED_LOSSES,
    disclaimer:
      'An engine that searches some ten thousand positions per move, with the strength of a club player; it can be wrong.',
  },
};

/** The grade of a loss of advantage; null when the loss is too small for a grade. */
export function gradeOf({ minLoss }: Standard, loss: number): Grade | null {
  if (loss >= minLoss.blunder) return 'blunder';
  if (loss >= minLoss.mistake) return 'mistake';
  return loss >= minLoss.slip ? 'slip' : null;
}
