import { placeOf } from '../squares';
import { Square, SquaresDrawing } from '../squares-drawing';
import classes from './board.module.css';
import { ChessPiece } from './pieces';
import { checkedSquare, type PlacedPiece } from './position';
import type { ChessView } from './view';

/** Side of a square, and of the drawings of the pieces. */
const SQUARE = 45;

export interface ChessDrawingProps {
  view: ChessView;
  pieces: readonly PlacedPiece[];
  /** Squares of a move that is not made yet. */
  ahead?: readonly string[];
  flipped: boolean;
  live: boolean;
  mini: boolean;
}

/** A chess position: squares, the last move, a king in check, pieces. A moved piece glides. */
export function ChessDrawing({ view, pieces, ahead = [], flipped, live, mini }: ChessDrawingProps) {
  const { last_move } = view;
  const moved = last_move ? [last_move.uci.slice(0, 2), last_move.uci.slice(2, 4)] : [];
  const checked = checkedSquare(view);
  const inCheck = checked && <Square className={classes.check} unit={SQUARE} square={checked} flipped={flipped} />;
  return (
    <SquaresDrawing
      unit={SQUARE}
      marked={moved}
      ahead={ahead}
      flipped={flipped}
      live={live}
      mini={mini}
      ground={inCheck}
    >
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
    </SquaresDrawing>
  );
}
