import { blackjackWords, slotsWords } from './card_words';
import { checkersWords } from './checkers_words';
import { fourInARowWords } from './four_in_a_row_words';
import { mancalaWords } from './mancala_words';
import { seaBattleWords } from './sea_battle_words';
import { STOPPED } from './stopped';
import { chessView, evenOddView, ticTacToeView } from './views';

/** A game in words, from a view: who is ahead, and the whole board for those who read it. */
interface GameWords {
  /** One clause without a full stop. */
  standing: (view: unknown) => string;
  text: (view: unknown) => string;
}

const PAWNS = (count: number) => `${count} ${count === 1 ? 'pawn' : 'pawns'}`;

const chess: GameWords = {
  standing(view) {
    const { material, check, turn, winner, status, move_number } = chessView.parse(view);
    if (winner) return `${capital(winner)} has mated`;
    if (status === 'stalemate' || status === 'draw') return 'Drawn';
    const lead =
      material === 0 ? 'Material is even' : `${material > 0 ? 'White' : 'Black'} is ${PAWNS(Math.abs(material))} up`;
    if (check) return `${turn === 'w' ? 'White' : 'Black'} is in check; ${lower(lead)}`;
    return `${lead} at move ${move_number}`;
  },
  text(view) {
    const { fen, turn, last_move, check, winner, stopped } = chessView.parse(view);
    const rows = fen
      .slice(0, fen.indexOf(' '))
      .split('/')
      .map((rank, index) => `${8 - index}  ${[...rank.replace(/\d/g, (run) => '.'.repeat(Number(run)))].join(' ')}`);
    const to = winner
      ? `${capital(winner)} has won.`
      : stopped
        ? STOPPED
        : `${turn === 'w' ? 'White' : 'Black'} to move${check ? ', in check' : ''}.`;
    const last = last_move ? `Last move: ${last_move.san}.` : 'Nobody has moved.';
    return [...rows, '   a b c d e f g h', '', 'Capital letters are white.', to, last].join('\n');
  },
};

const ticTacToe: GameWords = {
  standing(view) {
    const { winner, turn, board } = ticTacToeView.parse(view);
    if (winner === 'draw') return 'Drawn';
    if (winner) return `${winner} has three in a row`;
    const free = [...board.join('')].filter((cell) => cell === '.').length;
    const left = `${free} ${free === 1 ? 'cell' : 'cells'} left`;
    return turn ? `${turn} to move, ${left}` : left;
  },
  text(view) {
    const { board, turn, winner, last_move } = ticTacToeView.parse(view);
    const rows = board.map((row, index) => `${index + 1}  ${[...row].join(' ')}`);
    const to = winner === 'draw' ? 'Draw.' : winner ? `${winner} has won.` : turn ? `${turn} to move.` : STOPPED;
    return ['   A B C', ...rows, '', to, ...(last_move ? [`Last move: ${last_move}.`] : [])].join('\n');
  },
};

const ROLES = ['ODD', 'EVEN'] as const;

const evenOdd: GameWords = {
  standing(view) {
    const { scores, winner, status, round, max_rounds } = evenOddView.parse(view);
    const [odd = 0, even = 0] = scores;
    if (status === 'game_over')
      return winner === null
        ? `Drawn ${odd}–${even}`
        : `${ROLES[winner]} won ${Math.max(odd, even)}–${Math.min(odd, even)}`;
    const lead =
      odd === even
        ? `Level at ${odd}–${even}`
        : `${odd > even ? 'ODD' : 'EVEN'} leads ${Math.max(odd, even)}–${Math.min(odd, even)}`;
    return `${lead} in round ${round} of at most ${max_rounds}`;
  },
  text(view) {
    const { previous_rounds, scores, committed, status, round, stopped } = evenOddView.parse(view);
    const played = previous_rounds.map((one) => roundSentence(one));
    const [odd = 0, even = 0] = scores;
    const waiting = ROLES.filter((_, seat) => !committed[seat]);
    const isOver = status === 'game_over' || stopped;
    const now = isOver ? STOPPED : `Round ${round}: waiting for ${waiting.join(' and ')}.`;
    return [...played, `Score: ODD ${odd}, EVEN ${even}.`, now].join('\n');
  },
};

type Round = ReturnType<typeof evenOddView.parse>['previous_rounds'][number];

export const parityOf = (sum: number): string => (sum % 2 === 1 ? 'odd' : 'even');

/** "Round 2: 3 + 4 = 7, odd. ODD scores." */
export function roundSentence({
  round,
  moves,
  sum,
  winner,
}: Pick<Round, 'round' | 'moves' | 'sum' | 'winner'>): string {
  const scores = winner === null ? 'Nobody scores.' : `${ROLES[winner]} scores.`;
  if (sum === null) {
    const missing = ROLES.filter((_, seat) => moves[seat] === null);
    return `Round ${round}: ${missing.join(' and ')} sent no number. ${scores}`;
  }
  return `Round ${round}: ${moves[0]} + ${moves[1]} = ${sum}, ${parityOf(sum)}. ${scores}`;
}

const WORDS: Record<string, GameWords> = {
  chess,
  tic_tac_toe: ticTacToe,
  checkers: checkersWords,
  four_in_a_row: fourInARowWords,
  mancala: mancalaWords,
  sea_battle: seaBattleWords,
  even_odd: evenOdd,
  blackjack: blackjackWords,
  slots: slotsWords,
};

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Who is ahead, in a clause; null for a game without words of its own. */
export function standingOf(gameId: string, view: unknown): string | null {
  return inWords(gameId, view, 'standing');
}

/** The board as text; `fallback` is what the game itself says. */
export function textOf(gameId: string, view: unknown, fallback: string | null): string {
  return inWords(gameId, view, 'text') ?? fallback ?? JSON.stringify(view, null, 1);
}

function inWords(gameId: string, view: unknown, what: keyof GameWords): string | null {
  try {
    return WORDS[gameId]?.[what](view) ?? null;
  } catch {
    // A view of another version of the game: the game's own words stand in.
    return null;
  }
}
