import { placeOf, squareAt } from '../squares';
import { SquaresDrawing } from '../squares-drawing';
import classes from './board.module.css';
import type { CheckersView } from './view';

/** Side of a square. */
const SQUARE = 100;

/** The CSS transform of a piece on a square. */
export function translateTo(square: string, flipped: boolean): string {
  const { column, row } = placeOf(square, flipped);
  return `translate(${(column + 0.5) * SQUARE}px, ${(row + 0.5) * SQUARE}px)`;
}

/** Every dark square from the top left, with its piece. */
export function darkSquares(board: readonly string[]): { square: string; letter: string }[] {
  return board.flatMap((line, index) =>
    [...line].flatMap((letter, column) =>
      (column + index) % 2 === 1 ? [{ square: squareAt(column, index), letter }] : [],
    ),
  );
}

export interface CheckersDrawingProps {
  view: CheckersView;
  /** A move that is being sent: its piece is drawn where it goes, or a dropped piece would jump back. */
  sent?: string | null;
  /** Squares of a move that is not made yet. */
  ahead?: readonly string[];
  flipped: boolean;
  live: boolean;
  mini: boolean;
}

/**
 * Squares, the path of the last move, pieces. Captured pieces are invisible, so that they can fade out; the moved piece
 * is marked, so that it can glide.
 */
export function CheckersDrawing({
  view: { board, last_move },
  sent,
  ahead,
  flipped,
  live,
  mini,
}: CheckersDrawingProps) {
  const to = last_move?.path.at(-1);
  const pieces = darkSquares(board).filter(({ letter }) => letter !== '.');
  return (
    <SquaresDrawing
      unit={SQUARE}
      marked={last_move?.path ?? []}
      ahead={ahead}
      flipped={flipped}
      live={live}
      mini={mini}
      className={mini ? classes.mini : undefined}
    >
      {last_move?.captured.map(({ square, piece }) => (
        <g
          key={`taken ${square}`}
          className={classes.taken}
          style={{ transform: translateTo(square, flipped) }}
          data-taken={square}
        >
          <Piece letter={piece} />
        </g>
      ))}
      {[...pieces]
        .sort((one, other) => Number(one.square === to) - Number(other.square === to))
        .map(({ square, letter }) => (
          <g
            key={square}
            style={{ transform: translateTo(sent?.startsWith(square) ? sent.slice(-2) : square, flipped) }}
            data-piece={letter}
            data-square={square}
            data-moved={square === to ? true : undefined}
          >
            <Piece letter={letter} />
          </g>
        ))}
    </SquaresDrawing>
  );
}

/** A disc with grooves; a king is two discs with a crown. */
function Piece({ letter }: { letter: string }) {
  const isKing = letter === letter.toUpperCase();
  return (
    <g className={letter.toLowerCase() === 'w' ? classes.white : classes.black}>
      {isKing && <circle className={classes.disc} cy="7" r="39" />}
      <g transform={isKing ? 'translate(0 -4)' : undefined}>
        <circle className={classes.disc} r="39" />
        <circle className={classes.groove} r="32" />
        {isKing ? (
          <path className={classes.crown} d="M-18 12V-10L-9 0L0 -15L9 0L18 -10V12z" />
        ) : (
          <circle className={classes.groove} r="20" />
        )}
      </g>
    </g>
  );
}
