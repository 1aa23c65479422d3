'use client';
import { useReducedMotion } from '@mantine/hooks';
import { type CSSProperties, useId } from 'react';
import { Chessboard } from 'react-chessboard';
import type { BoardProps } from './board';
import classes from './chess.module.css';
import { ChessMini } from './chess_mini';
import { type ChessView, chessView } from './views';

const GLIDE_MS = 200;
const LIGHT: CSSProperties = { backgroundColor: 'var(--board-light)' };
const DARK: CSSProperties = { backgroundColor: 'var(--board-dark)' };
const NOTATION: CSSProperties = {
  fontFamily: 'var(--font-figures)',
  fontSize: 'clamp(9px, 1.6cqw, 13px)',
  fontWeight: 500,
};
const ON_LIGHT: CSSProperties = { color: 'var(--board-line)' };
const ON_DARK: CSSProperties = { color: 'var(--board-light)' };

/** The square of the king that stands in check, or null. */
export function checkedSquare({ fen, turn, check }: Pick<ChessView, 'fen' | 'turn' | 'check'>): string | null {
  if (!check) return null;
  const king = turn === 'w' ? 'K' : 'k';
  const ranks = fen.slice(0, fen.indexOf(' ')).split('/');
  for (const [index, rank] of ranks.entries()) {
    const column = rank.replace(/\d/g, (run) => '.'.repeat(Number(run))).indexOf(king);
    if (column !== -1) return `${'abcdefgh'[column]}${8 - index}`;
  }
  return null;
}

/** Squares that are marked: where the last move came from and went to, and a king in check. */
function marks(view: ChessView): Record<string, CSSProperties> {
  const moved: CSSProperties = { backgroundColor: 'var(--board-mark)' };
  const { last_move } = view;
  const checked = checkedSquare(view);
  return {
    ...(last_move ? { [last_move.uci.slice(0, 2)]: moved, [last_move.uci.slice(2, 4)]: moved } : {}),
    ...(checked
      ? { [checked]: { background: 'radial-gradient(circle, var(--board-check) 30%, transparent 78%)' } }
      : {}),
  };
}

/** A chess position. Pieces glide; nothing can be dragged, so the squares are hidden from keyboard and reader. */
export function ChessBoard(props: BoardProps) {
  const id = useId();
  const isStill = useReducedMotion();
  if (props.mini) return <ChessMini {...props} />;
  const view = chessView.parse(props.view);
  return (
    <div className={classes.board} data-live={props.live} inert>
      <Chessboard
        options={{
          id,
          position: view.fen,
          boardOrientation: props.flipped ? 'black' : 'white',
          allowDragging: false,
          allowDrawingArrows: false,
          showAnimations: !isStill,
          animationDurationInMs: GLIDE_MS,
          squareStyles: marks(view),
          lightSquareStyle: LIGHT,
          darkSquareStyle: DARK,
          alphaNotationStyle: NOTATION,
          numericNotationStyle: NOTATION,
          lightSquareNotationStyle: ON_LIGHT,
          darkSquareNotationStyle: ON_DARK,
        }}
      />
    </div>
  );
}
