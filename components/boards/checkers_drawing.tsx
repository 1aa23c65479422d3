import clsx from 'clsx';
import classes from './checkers.module.css';
import type { CheckersView } from './views';

/** Side of a square. */
const SQUARE = 100;
const SIDE = 8 * SQUARE;
const ALONG = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Column and row of a square as it is seen, from the top left, 0 to 7. */
export function placeOf(square: string, flipped: boolean): { column: number; row: number } {
  const column = square.charCodeAt(0) - 97;
  const row = 8 - Number(square.charAt(1));
  return flipped ? { column: 7 - column, row: 7 - row } : { column, row };
}

/** Where a piece on a square is drawn, as a style. */
export function shiftTo(square: string, flipped: boolean): string {
  const { column, row } = placeOf(square, flipped);
  return `translate(${(column + 0.5) * SQUARE}px, ${(row + 0.5) * SQUARE}px)`;
}

/** Every dark square from the top left, with what stands on it. */
export function darkSquares(board: readonly string[]): { square: string; letter: string }[] {
  return board.flatMap((line, index) =>
    [...line].flatMap((letter, column) =>
      (column + index) % 2 === 1 ? [{ square: `${'abcdefgh'[column]}${8 - index}`, letter }] : [],
    ),
  );
}

export interface CheckersDrawingProps {
  view: CheckersView;
  flipped: boolean;
  live: boolean;
  mini: boolean;
}

/**
 * Squares, the way of the last move, pieces. What the move took is there unseen, so that it can fade; the piece that
 * moved is marked, so that it can glide.
 */
export function CheckersDrawing({ view: { board, last_move }, flipped, live, mini }: CheckersDrawingProps) {
  const to = last_move?.path.at(-1);
  const pieces = darkSquares(board).filter(({ letter }) => letter !== '.');
  return (
    <svg
      className={clsx(classes.board, mini && classes.mini)}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      data-live={live}
      aria-hidden
    >
      <rect className={classes.light} width={SIDE} height={SIDE} />
      <path className={classes.dark} d={DARK_SQUARES} />
      {[...new Set(last_move?.path)].map((square) => {
        const { column, row } = placeOf(square, flipped);
        return (
          <rect
            key={square}
            className={classes.mark}
            x={column * SQUARE}
            y={row * SQUARE}
            width={SQUARE}
            height={SQUARE}
          />
        );
      })}
      {!mini && <Coordinates flipped={flipped} />}
      {last_move?.captured.map(({ square, piece }) => (
        <g
          key={`taken ${square}`}
          className={classes.taken}
          style={{ transform: shiftTo(square, flipped) }}
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
            style={{ transform: shiftTo(square, flipped) }}
            data-piece={letter}
            data-moved={square === to ? true : undefined}
          >
            <Piece letter={letter} />
          </g>
        ))}
    </svg>
  );
}

/** A turned disc with its grooves; a king is two of them with a crown on top. */
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

function Coordinates({ flipped }: { flipped: boolean }) {
  return (
    <g className={classes.coordinates}>
      {ALONG.map((index) => (
        <text
          key={`file ${index}`}
          className={index % 2 === 0 ? classes.onDark : classes.onLight}
          x={(index + 1) * SQUARE - 4}
          y={SIDE - 5}
          textAnchor="end"
        >
          {'abcdefgh'[flipped ? 7 - index : index]}
        </text>
      ))}
      {ALONG.map((index) => (
        <text
          key={`row ${index}`}
          className={index % 2 === 0 ? classes.onLight : classes.onDark}
          x="4"
          y={index * SQUARE + 18}
        >
          {flipped ? index + 1 : 8 - index}
        </text>
      ))}
    </g>
  );
}

const DARK_SQUARES = ALONG.flatMap((y) => ALONG.map((x) => ({ x, y })))
  .filter(({ x, y }) => (x + y) % 2 === 1)
  .map(({ x, y }) => `M${x * SQUARE} ${y * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`)
  .join('');
