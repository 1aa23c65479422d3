import clsx from 'clsx';
import type { ReactNode } from 'react';
import { placeOf } from './squares';
import classes from './squares.module.css';

const ALONG = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export interface SquaresDrawingProps {
  /** Side of a square: the unit in which a game draws its pieces. */
  unit: number;
  /** The squares of the last move. */
  marked: readonly string[];
  /** The squares of a move that is not made yet. */
  ahead?: readonly string[];
  flipped: boolean;
  live: boolean;
  mini: boolean;
  className?: string;
  /** Other marks on squares, under the coordinates. */
  ground?: ReactNode;
  /** The pieces. */
  children: ReactNode;
}

/** A board of 64 squares: the squares of the last move, coordinates, and what the game puts on top. */
export function SquaresDrawing(props: SquaresDrawingProps) {
  const { unit, marked, ahead = [], flipped, live, mini, className, ground, children } = props;
  const side = 8 * unit;
  return (
    <svg className={clsx(classes.board, className)} viewBox={`0 0 ${side} ${side}`} data-live={live} aria-hidden>
      <rect className={classes.light} width={side} height={side} />
      <path className={classes.dark} d={darkSquares(unit)} />
      {[...new Set(marked)].map((square) => (
        <Square key={square} className={classes.mark} unit={unit} square={square} flipped={flipped} />
      ))}
      {ground}
      {ahead.map((square) => (
        <g key={square} data-ahead={square}>
          <Square className={classes.ahead} unit={unit} square={square} flipped={flipped} />
        </g>
      ))}
      {!mini && <Coordinates unit={unit} flipped={flipped} />}
      {children}
    </svg>
  );
}

export interface SquareProps {
  className?: string;
  unit: number;
  square: string;
  flipped: boolean;
}

/** One square in a colour. */
export function Square({ className, unit, square, flipped }: SquareProps) {
  const { column, row } = placeOf(square, flipped);
  return <rect className={className} x={column * unit} y={row * unit} width={unit} height={unit} />;
}

/** In the corners of the lowest row and the first column. */
function Coordinates({ unit, flipped }: { unit: number; flipped: boolean }) {
  return (
    <g className={classes.coordinates} fontSize={unit / 6}>
      {ALONG.map((index) => (
        <text
          key={`file ${index}`}
          className={index % 2 === 0 ? classes.onDark : classes.onLight}
          x={(index + 0.96) * unit}
          y={7.95 * unit}
          textAnchor="end"
        >
          {'abcdefgh'[flipped ? 7 - index : index]}
        </text>
      ))}
      {ALONG.map((index) => (
        <text
          key={`row ${index}`}
          className={index % 2 === 0 ? classes.onLight : classes.onDark}
          x={0.04 * unit}
          y={(index + 0.18) * unit}
        >
          {flipped ? index + 1 : 8 - index}
        </text>
      ))}
    </g>
  );
}

/** The 32 dark squares as one path. */
function darkSquares(unit: number): string {
  return ALONG.flatMap((y) => ALONG.map((x) => ({ x, y })))
    .filter(({ x, y }) => (x + y) % 2 === 1)
    .map(({ x, y }) => `M${x * unit} ${y * unit}h${unit}v${unit}h-${unit}z`)
    .join('');
}
