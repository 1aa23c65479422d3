import classes from './chess.module.css';
import { ChessPiece } from './chess_pieces';
import { checkedSquare, placeOf, type Standing } from './chess_position';
import type { ChessView } from './views';

/** Side of a square; the pieces are drawn at this size. */
const SQUARE = 45;
const SIDE = 8 * SQUARE;

export interface ChessDrawingProps {
  view: ChessView;
  pieces: readonly Standing[];
  flipped: boolean;
  live: boolean;
  mini: boolean;
}

/** A chess position: squares, the last move, a king in check, pieces. A piece that moves glides. */
export function ChessDrawing({ view, pieces, flipped, live, mini }: ChessDrawingProps) {
  const { last_move } = view;
  const moved = last_move ? [last_move.uci.slice(0, 2), last_move.uci.slice(2, 4)] : [];
  const checked = checkedSquare(view);
  return (
    <svg className={classes.board} viewBox={`0 0 ${SIDE} ${SIDE}`} data-live={live} aria-hidden>
      <rect className={classes.light} width={SIDE} height={SIDE} />
      <path className={classes.dark} d={DARK_SQUARES} />
      {moved.map((square) => (
        <Square key={square} className={classes.mark} square={square} flipped={flipped} />
      ))}
      {checked && <Square className={classes.check} square={checked} flipped={flipped} />}
      {!mini && <Coordinates flipped={flipped} />}
      {[...pieces]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, square, letter }) => {
          const { column, row } = placeOf(square, flipped);
          const style = { transform: `translate(${column * SQUARE}px, ${row * SQUARE}px)` };
          return (
            <g key={id} className={classes.piece} style={style} data-square={square}>
              <ChessPiece letter={letter} />
            </g>
          );
        })}
    </svg>
  );
}

function Square({ className, square, flipped }: { className?: string; square: string; flipped: boolean }) {
  const { column, row } = placeOf(square, flipped);
  return <rect className={className} x={column * SQUARE} y={row * SQUARE} width={SQUARE} height={SQUARE} />;
}

function Coordinates({ flipped }: { flipped: boolean }) {
  const along = [0, 1, 2, 3, 4, 5, 6, 7];
  return (
    <g className={classes.coordinates}>
      {along.map((index) => (
        <text
          key={`file ${index}`}
          className={index % 2 === 0 ? classes.onDark : classes.onLight}
          x={(index + 1) * SQUARE - 1.5}
          y={SIDE - 2}
          textAnchor="end"
        >
          {'abcdefgh'[flipped ? 7 - index : index]}
        </text>
      ))}
      {along.map((index) => (
        <text
          key={`rank ${index}`}
          className={index % 2 === 0 ? classes.onLight : classes.onDark}
          x="2"
          y={index * SQUARE + 8}
        >
          {flipped ? index + 1 : 8 - index}
        </text>
      ))}
    </g>
  );
}

/** The 32 dark squares as one path. */
const DARK_SQUARES = Array.from({ length: 64 }, (_, index) => ({ x: index % 8, y: Math.floor(index / 8) }))
  .filter(({ x, y }) => (x + y) % 2 === 1)
  .map(({ x, y }) => `M${x * SQUARE} ${y * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`)
  .join('');
