import {
  type BlackjackView,
  blackjackView,
  checkersView,
  chessView,
  evenOddView,
  fourInARowView,
  mancalaView,
  seaBattleView,
  slotsView,
  ticTacToeView,
} from '@/components/boards/views';
import type { Analysis, JudgedPly } from '@/lib/games/review/analysis';
import type { Frame, Timeline } from './timeline';

/** A position worth going to, and why. */
export interface Moment {
  ply: number;
  words: string;
  /** Something went wrong here, by the analysis. */
  isFault: boolean;
}

interface Turn {
  before: unknown;
  after: unknown;
}

const PIECES: Record<string, string> = { n: 'knight', b: 'bishop', r: 'rook', q: 'queen' };
const isBlackjack = (seat: BlackjackView['seats'][number] | undefined) =>
  seat?.hands.some((hand) => hand.state === 'blackjack') ?? false;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What makes a turn of a game worth going to, in words; null for all the others. One entry a game. */
const MOMENTS: Record<string, (turn: Turn) => string | null> = {
  chess({ before, after }) {
    const was = chessView.parse(before);
    const now = chessView.parse(after);
    const mover = was.turn === 'w' ? 'white' : 'black';
    const who = capital(mover);
    if (now.winner) return `${who} mates`;
    if (now.last_move?.san.includes('=')) return `${who} promotes a pawn`;
    const isCapture = now.captured[mover].length > was.captured[mover].length;
    const taken = isCapture ? PIECES[now.captured[mover].at(-1) ?? ''] : undefined;
    if (taken) return `${who} takes a ${taken}${now.check ? ' with check' : ''}`;
    return now.check ? `${who} gives check` : null;
  },
  tic_tac_toe({ after }) {
    const { winner } = ticTacToeView.parse(after);
    return winner && winner !== 'draw' ? `${winner} completes a line` : null;
  },
  even_odd({ before, after }) {
    const was = evenOddView.parse(before);
    const { previous_rounds, scores } = evenOddView.parse(after);
    const round = previous_rounds.at(-1);
    if (!round || previous_rounds.length === was.previous_rounds.length) return null;
    return round.winner === null ? null : `${round.winner === 0 ? 'ODD' : 'EVEN'} scores, ${scores.join('–')}`;
  },
  four_in_a_row({ after }) {
    const { winner } = fourInARowView.parse(after);
    return winner && winner !== 'draw' ? `${capital(winner)} completes a line of four` : null;
  },
  mancala({ after }) {
    const { last_move } = mancalaView.parse(after);
    if (!last_move || last_move.captured < 2) return null;
    return `${capital(last_move.side)} captures ${last_move.captured} seeds`;
  },
  checkers({ before, after }) {
    const was = checkersView.parse(before);
    const { last_move, pieces } = checkersView.parse(after);
    const mover = was.turn ?? 'white';
    if (pieces[mover].kings > was.pieces[mover].kings) return `${capital(mover)} has a new king`;
    const count = last_move?.captured.length ?? 0;
    return count >= 2 ? `${capital(mover)} captures ${count} pieces in one move` : null;
  },
  sea_battle({ after }) {
    const { last_move } = seaBattleView.parse(after);
    const size = /^sunk\((\d)\)$/.exec(last_move?.result ?? '')?.[1];
    return last_move && size ? `${capital(last_move.side)} sinks a ship of ${size}` : null;
  },
  blackjack({ before, after }) {
    const [was, now] = [blackjackView.parse(before), blackjackView.parse(after)];
    if (was.dealer.state !== 'bust' && now.dealer.state === 'bust') return 'The dealer busts';
    const lucky = now.seats.filter((seat, index) => isBlackjack(seat) && !isBlackjack(was.seats[index]));
    return lucky.length > 0 ? `Blackjack for ${lucky.map(({ name }) => name).join(' and ')}` : null;
  },
  slots({ after }) {
    const { payout, bet } = slotsView.parse(after);
    return payout >= 5 * bet ? `A win of ${payout}` : null;
  },
};

/** The moments of a match in the order of its plies: those of the game, and what an analysis found. */
export function momentsOf({ match, frames }: Timeline, analysis: Analysis | null): Moment[] {
  return frames.flatMap((frame, index) => {
    const before = frames[index - 1];
    const own = before ? gameMoment(match.game_type, before, frame) : null;
    const judged = analysis ? judgedMoments(analysis, frame.ply) : [];
    const words = [...judged.map((one) => one.words), ...(own ? [own] : [])];
    if (words.length === 0) return [];
    return [{ ply: frame.ply, words: words.join('. '), isFault: judged.some((one) => one.isFault) }];
  });
}

function gameMoment(gameId: string, before: Frame, after: Frame): string | null {
  try {
    return MOMENTS[gameId]?.({ before: before.view, after: after.view }) ?? null;
  } catch {
    // A view of another version of the game has no moments.
    return null;
  }
}

const FAULTS: Record<string, string> = { blunder: 'Blunder', mistake: 'Mistake' };
/** A swing below this is not worth a word. */
const LEAST_SWING = 0.2;

function judgedMoments(analysis: Analysis, ply: number): { words: string; isFault: boolean }[] {
  const here = analysis.plies[ply];
  if (!here || ply === 0) return [];
  const found: { words: string; isFault: boolean }[] = [];
  const fault = here.move?.grade ? FAULTS[here.move.grade] : undefined;
  if (fault && here.move) {
    const better = here.move.better ? `, better ${here.move.better.notation}` : '';
    found.push({ words: `${fault}: ${here.move.notation}${better}`, isFault: true });
  }
  if (analysis.decisivePly === ply) found.push({ words: 'This decided it', isFault: false });
  else if (biggestSwing(analysis.plies) === ply) found.push({ words: 'The biggest swing', isFault: false });
  return found;
}

/** The ply at which the advantage changed most; null where it hardly did. */
function biggestSwing(plies: readonly JudgedPly[]): number | null {
  let most = LEAST_SWING;
  let found: number | null = null;
  for (let ply = 1; ply < plies.length; ply++) {
    const swing = Math.abs((plies[ply] as JudgedPly).advantage - (plies[ply - 1] as JudgedPly).advantage);
    if (swing <= most) continue;
    most = swing;
    found = ply;
  }
  return found;
}

/** The next moment after a ply, or the one before it; null at the end. */
export function neighbour(moments: readonly Moment[], ply: number, direction: 1 | -1): Moment | null {
  const found =
    direction === 1 ? moments.find((moment) => moment.ply > ply) : moments.findLast((moment) => moment.ply < ply);
  return found ?? null;
}
