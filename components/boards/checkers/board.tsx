'use client';
import { useRef, useState } from 'react';
import type { BoardPlay, BoardProps } from '../board-props';
import { placeOf } from '../squares';
import { type Target, Targets } from '../targets';
import { CheckersDrawing, darkSquares, translateTo } from './drawing';
import { useGlide } from './use-glide';
import type { CheckersView } from './view';

/** Percent of the board. */
const SQUARE = 12.5;

const PIECES: Record<string, string> = { w: 'white man', W: 'white king', b: 'black man', B: 'black king' };

/** A checkers position. A player picks a piece, then the square where it lands, or one square after the other where paths branch. */
export function CheckersBoard({ view, flipped, live, mini = false, play }: BoardProps<CheckersView>) {
  const box = useRef<HTMLDivElement>(null);
  const { last_move } = view;
  useGlide(box, {
    key: `${last_move?.notation} ${view.board.join('/')}`,
    path: last_move?.path.map((square) => translateTo(square, flipped)) ?? [],
    taken: last_move?.captured.map((_, index) => index) ?? [],
  });
  return (
    <>
      <div ref={box}>
        <CheckersDrawing view={view} flipped={flipped} live={live} mini={mini} />
      </div>
      {play && <CheckersMoves view={view} flipped={flipped} play={play} />}
    </>
  );
}

/** The moves that continue with a square, or the only one that ends on it. */
function movesBy(moves: readonly string[], way: string, square: string): string[] {
  const next = moves.filter((move) => move.startsWith(way + square));
  if (next.length > 0) return next;
  const ending = moves.filter((move) => way !== '' && move.startsWith(way) && move.endsWith(square));
  return ending.length === 1 ? ending : [];
}

function CheckersMoves({ view, flipped, play }: { view: CheckersView; flipped: boolean; play: BoardPlay }) {
  /** The picked squares, in the notation of a move. */
  const [picked, setPicked] = useState('');
  const moves = play.legalMoves.filter((move) => typeof move === 'string');
  const way = picked !== '' && moves.some((move) => move.startsWith(picked)) ? picked : '';
  const at = way.slice(-2);

  const pick = (square: string) => {
    const next = movesBy(moves, way, square);
    if (way !== '' && next.length === 1) {
      setPicked('');
      play.onMove(next[0]);
    } else if (next.length > 0) setPicked(way + square);
    else setPicked(square === at ? '' : square);
  };

  const reached =
    way === '' ? [] : darkSquares(view.board).filter(({ square }) => movesBy(moves, way, square).length > 0);
  const targets = darkSquares(view.board).map(({ square, letter }): Target => {
    const { column, row } = placeOf(square, flipped);
    const isReached = reached.some((one) => one.square === square);
    const canMove = moves.some((move) => move.startsWith(square));
    const mustTake = way === '' && view.must_capture && canMove;
    return {
      id: square,
      label: `${square}, ${PIECES[letter] ?? 'empty'}`,
      row,
      column,
      box: { left: column * SQUARE, top: row * SQUARE, width: SQUARE, height: SQUARE },
      state: isReached || mustTake ? 'legal' : square === at ? 'chosen' : undefined,
      mark: mustTake ? 'ring' : 'dot',
      disabled: !isReached && !canMove,
    };
  });
  return (
    <Targets
      label="Squares"
      targets={targets}
      onPick={pick}
      onCancel={() => setPicked('')}
      isSending={play.isSending}
      announcement={announced(view, way, reached.length)}
    />
  );
}

function announced(view: CheckersView, way: string, count: number): string {
  if (way === '') return view.must_capture ? 'A capture must be taken.' : '';
  const from = way.slice(0, 2);
  const piece = PIECES[darkSquares(view.board).find(({ square }) => square === from)?.letter ?? ''] ?? 'piece';
  const squares = `${count} ${count === 1 ? 'square' : 'squares'}`;
  if (way.length === 2) return `${piece} on ${from} chosen, ${squares}.`;
  return `${piece} over ${way.slice(-2)}, it continues to ${squares}.`;
}
