'use client';

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { BoardPlay, BoardProps } from '../board-props';
import { Targets } from '../player-parts';
import { SquareInput } from '../square-input';
import { placeOf } from '../squares';
import type { Target } from '../target';
import { usePremoveSquares } from '../use-premove-squares';
import { CheckersDrawing, darkSquares, translateTo } from './drawing';
import type { CheckersView } from './view';

/** Percent of the board. */
const SQUARE = 12.5;
/** Side of a square in the drawing. */
const UNIT = 100;

const PIECES: Record<string, string> = { w: 'white man', W: 'white king', b: 'black man', B: 'black king' };

/** A checkers position. A player picks or drags a piece to where it lands, or over one square after the other where paths branch. */
export function CheckersBoard({ view, flipped, live, mini = false, better, play, premove }: BoardProps<CheckersView>) {
  const box = useRef<HTMLDivElement>(null);
  const { last_move } = view;
  const position = `${last_move?.notation} ${view.board.join('/')}`;
  const moves = useCheckersMoves(play);
  const isOwnMove = moves.sent !== null && moves.sent === last_move?.path.join('');
  useGlide(box, {
    key: position,
    // The own move has been drawn since it was sent.
    path: isOwnMove ? [] : (last_move?.path.map((square) => translateTo(square, flipped)) ?? []),
    captured: last_move?.captured.map((_, index) => index) ?? [],
  });
  const ahead = usePremoveSquares(premove, position);
  const own = premove?.seat === 0 ? 'w' : 'b';
  const isOwn = (square: string) =>
    darkSquares(view.board).some((one) => one.square === square && one.letter.toLowerCase() === own);
  const drawing = (
    <div ref={box}>
      <CheckersDrawing
        view={view}
        sent={play?.isSending ? moves.sent : null}
        ahead={ahead.squares}
        flipped={flipped}
        live={live}
        mini={mini}
      />
    </div>
  );
  if (mini) return drawing;
  // While a move is sent, the next one can be chosen.
  const mayMove = play !== undefined && !(play.isSending && premove);
  return (
    <SquareInput
      flipped={flipped}
      plays={Boolean(play ?? premove)}
      better={better}
      position={position}
      canLift={(square) => (mayMove ? moves.canLift(square) : isOwn(square))}
      liftTo={(x, y) => `translate(${x * UNIT}px, ${y * UNIT}px)`}
      onLift={mayMove ? moves.start : ahead.start}
      onDrop={mayMove ? moves.drop : ahead.finish}
      onTap={mayMove ? undefined : (square) => ahead.tap(square, isOwn(square))}
    >
      {drawing}
      {play && <CheckersTargets view={view} flipped={flipped} play={play} moves={moves} />}
    </SquareInput>
  );
}

/** The moves that continue with a square, or the only one that ends on it. */
function movesBy(moves: readonly string[], way: string, square: string): string[] {
  const next = moves.filter((move) => move.startsWith(way + square));
  if (next.length > 0) return next;
  const ending = moves.filter((move) => way !== '' && move.startsWith(way) && move.endsWith(square));
  return ending.length === 1 ? ending : [];
}

/** The picked squares of a move so far, and what continues it. */
function useCheckersMoves(play: BoardPlay | undefined) {
  /** In the notation of a move. */
  const [picked, setPicked] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const moves = play?.legalMoves.filter((move) => typeof move === 'string') ?? [];
  const way = picked !== '' && moves.some((move) => move.startsWith(picked)) ? picked : '';
  const go = (before: string, square: string) => {
    const [next, ...others] = movesBy(moves, before, square);
    if (next && before !== '' && others.length === 0) {
      setPicked('');
      setSent(next);
      play?.onMove(next);
    } else setPicked(next ? before + square : square === before.slice(-2) ? '' : square);
  };
  return {
    moves,
    way,
    /** The move that was sent last. */
    sent,
    /** A piece whose way has begun is lifted from its first square, where it is drawn. */
    canLift: (square: string) => !play?.isSending && moves.some((move) => move.startsWith(square)),
    start: (square: string) => {
      if (!way.startsWith(square)) setPicked(square);
    },
    drop: (from: string, square: string) => go(way.startsWith(from) ? way : from, square),
    pick: (square: string) => go(way, square),
    cancel: () => setPicked(''),
  };
}

interface CheckersTargetsProps {
  view: CheckersView;
  flipped: boolean;
  play: BoardPlay;
  moves: ReturnType<typeof useCheckersMoves>;
}

function CheckersTargets({ view, flipped, play, moves: { moves, way, pick, cancel } }: CheckersTargetsProps) {
  const at = way.slice(-2);
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
      onCancel={cancel}
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

interface Glide {
  /** Changes with each move. */
  key: string;
  /** The transforms of the moved piece, from its first square to its last. */
  path: readonly string[];
  /** For each captured piece, the step after which it fades. */
  captured: readonly number[];
}

const EASE = 'cubic-bezier(0.3, 0, 0.2, 1)';

/**
 * Animates `[data-moved]` from square to square, and fades each `[data-taken]` when it is passed. The first position is not
 * animated, and none is when `--move-duration` is 0 (reduced motion).
 */
function useGlide(box: RefObject<Element | null>, { key, path, captured }: Glide): void {
  const lastKey = useRef(key);
  useLayoutEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    if (!box.current) return;
    const stepMs = Number.parseFloat(getComputedStyle(box.current).getPropertyValue('--move-duration')) || 0;
    if (stepMs === 0) return;
    const frames = path.map((transform) => ({ transform, easing: EASE }));
    if (path.length > 1)
      box.current.querySelector('[data-moved]')?.animate(frames, { duration: stepMs * (path.length - 1) });
    for (const [index, element] of box.current.querySelectorAll('[data-taken]').entries()) {
      const waits = stepMs * (captured[index] ?? 0);
      const fade = [
        { opacity: 1, offset: 0 },
        { opacity: 1, offset: waits / (waits + stepMs) },
        { opacity: 0, offset: 1 },
      ];
      element.animate(fade, { duration: waits + stepMs });
    }
  }, [box, key, path, captured]);
}
