'use client';
import type { CSSProperties } from 'react';
import { defaultPieces } from 'react-chessboard';
import type { BoardProps } from './board';
import classes from './chess_mini.module.css';
import { chessView } from './views';

const FILES = 'abcdefgh';

interface Standing {
  square: string;
  piece: string;
}

/** `K` → `wK`, `p` → `bP`: the names of the drawings. */
function pieceName(letter: string): string {
  return (letter === letter.toUpperCase() ? 'w' : 'b') + letter.toUpperCase();
}

/** Every piece of a position with its square. */
export function piecesOf(fen: string): Standing[] {
  return fen
    .slice(0, fen.indexOf(' '))
    .split('/')
    .flatMap((rank, row) =>
      [...rank.replace(/\d/g, (run) => '.'.repeat(Number(run)))].flatMap((letter, column) =>
        letter === '.' ? [] : [{ square: `${FILES[column]}${8 - row}`, piece: pieceName(letter) }],
      ),
    );
}

/** Column and row of a square as it is seen, from the top left, 0 to 7. */
function place(square: string, flipped: boolean): { x: number; y: number } {
  const x = FILES.indexOf(square.charAt(0));
  const y = 8 - Number(square.charAt(1));
  return flipped ? { x: 7 - x, y: 7 - y } : { x, y };
}

/** A position in a few square centimetres: pieces and the last move, which glides. */
export function ChessMini({ view: given, flipped, live }: BoardProps) {
  const { fen, last_move } = chessView.parse(given);
  const from = last_move?.uci.slice(0, 2);
  const to = last_move?.uci.slice(2, 4);
  return (
    <svg className={classes.board} viewBox="0 0 8 8" data-live={live} aria-hidden>
      <rect className={classes.light} width="8" height="8" />
      <path className={classes.dark} d={DARK_SQUARES} />
      {[from, to].map((square) => square && <Mark key={square} {...place(square, flipped)} />)}
      {piecesOf(fen).map(({ square, piece }) => {
        const Piece = defaultPieces[piece];
        const { x, y } = place(square, flipped);
        const came = square === to && from ? place(from, flipped) : null;
        const glide = came
          ? ({ '--from-x': `${came.x - x}px`, '--from-y': `${came.y - y}px` } as CSSProperties)
          : undefined;
        return (
          <g key={came ? `${square} ${last_move?.uci}` : square} transform={`translate(${x} ${y})`}>
            <g className={came ? classes.moved : undefined} style={glide}>
              <svg width="1" height="1" viewBox="0 0 45 45" aria-hidden>
                {Piece?.({ svgStyle: { width: 45, height: 45 } })}
              </svg>
            </g>
          </g>
        );
      })}
    </svg>
  );
}

function Mark({ x, y }: { x: number; y: number }) {
  return <rect className={classes.mark} x={x} y={y} width="1" height="1" />;
}

/** The 32 dark squares as one path. */
const DARK_SQUARES = Array.from({ length: 64 }, (_, index) => ({ x: index % 8, y: Math.floor(index / 8) }))
  .filter(({ x, y }) => (x + y) % 2 === 1)
  .map(({ x, y }) => `M${x} ${y}h1v1h-1z`)
  .join('');
