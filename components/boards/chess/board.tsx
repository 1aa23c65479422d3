'use client';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { BoardPlay, BoardProps } from '../board-props';
import { Targets } from '../player-parts';
import { SquareInput } from '../square-input';
import { placeOf, SQUARES } from '../squares';
import type { Target } from '../target';
import { usePremoveSquares } from '../use-premove-squares';
import { ChessDrawing } from './drawing';
import { type PlacedPiece, pieceName, piecesAfter, piecesOf } from './position';
import type { ChessView } from './view';

/** Percent of the board. */
const SQUARE = 12.5;
/** Side of a square in the drawing. */
const UNIT = 45;

/** Loaded for the first promotion. */
const Promotion = dynamic(() => import('./promotion').then((module) => module.Promotion));

/** The pieces of a position, each with the id that it had in the previous one. */
function usePieces(fen: string): readonly PlacedPiece[] {
  const [position, setKnown] = useState(() => ({ fen, pieces: piecesOf(fen) }));
  if (position.fen === fen) return position.pieces;
  const pieces = piecesAfter(position.pieces, fen);
  setKnown({ fen, pieces });
  return pieces;
}

/** A chess position. A player picks a piece, then its square, or drags it there. */
export function ChessBoard({ view, flipped, live, mini = false, better, play, premove }: BoardProps<ChessView>) {
  const pieces = usePieces(view.fen);
  const moves = useChessMoves(view.fen, play);
  const ahead = usePremoveSquares(premove, view.fen);
  const letterOn = (square: string) => pieces.find((piece) => piece.square === square)?.letter ?? null;
  const isOwn = (square: string) => isOfSeat(letterOn(square), premove?.seat);
  const drawing = (
    <ChessDrawing
      view={view}
      pieces={withMove(pieces, moves.sent)}
      ahead={ahead.squares}
      flipped={flipped}
      live={live}
      mini={mini}
    />
  );
  if (mini) return drawing;
  // While a move is sent, the next one can be chosen.
  const mayMove = play !== undefined && !(play.isSending && premove);
  return (
    <SquareInput
      flipped={flipped}
      plays={Boolean(play ?? premove)}
      better={better}
      position={view.fen}
      canLift={(square) => (mayMove ? moves.canStart(square) : isOwn(square))}
      liftTo={(x, y) => `translate(${(x - 0.5) * UNIT}px, ${(y - 0.5) * UNIT}px)`}
      onLift={mayMove ? moves.start : ahead.start}
      onDrop={mayMove ? moves.finish : ahead.finish}
      onTap={mayMove ? undefined : (square) => ahead.tap(square, isOwn(square))}
    >
      {drawing}
      {play && <ChessTargets letterOn={letterOn} flipped={flipped} play={play} moves={moves} />}
    </SquareInput>
  );
}

/** Whether a piece is of a seat: white, in capital letters, is seat 0. */
function isOfSeat(letter: string | null, seat: number | undefined): boolean {
  return letter !== null && seat !== undefined && (letter === letter.toUpperCase()) === (seat === 0);
}

/** The pieces with a move that is being sent already made: without it a dropped piece would jump back. */
function withMove(pieces: readonly PlacedPiece[], sent: string | null): readonly PlacedPiece[] {
  if (!sent) return pieces;
  const [from, to] = [sent.slice(0, 2), sent.slice(2, 4)];
  if (!pieces.some((piece) => piece.square === from)) return pieces;
  return pieces
    .filter((piece) => piece.square !== to)
    .map((piece) => (piece.square === from ? { ...piece, square: to } : piece));
}

/** What a player has picked, and the moves that it allows. A pawn on the last rank asks for the promotion. */
function useChessMoves(fen: string, play: BoardPlay | undefined) {
  const [picked, setPicked] = useState<string | null>(null);
  const [arrived, setArrived] = useState<string | null>(null);
  const [sent, setSent] = useState<{ fen: string; move: string } | null>(null);
  const moves = play?.legalMoves.filter((move) => typeof move === 'string') ?? [];
  const from = moves.some((move) => move.startsWith(picked ?? '-')) ? picked : null;
  const to = from && moves.some((move) => move.startsWith(`${from}${arrived}`) && move.length > 4) ? arrived : null;
  const own = moves.filter((move) => from !== null && move.startsWith(from));

  const cancel = () => {
    setPicked(null);
    setArrived(null);
  };
  const send = (move: string) => {
    cancel();
    setSent({ fen, move });
    play?.onMove(move);
  };
  const go = (start: string, square: string) => {
    const goes = moves.filter((move) => move.startsWith(start + square));
    if (goes.length > 1) {
      setPicked(start);
      setArrived(square);
    } else if (goes[0]) send(goes[0]);
    return goes.length > 0;
  };
  return {
    from,
    to,
    reached: new Set(own.map((move) => move.slice(2, 4))),
    /** The move that is being sent. */
    sent: play?.isSending && sent?.fen === fen ? sent.move : null,
    canStart: (square: string) => !play?.isSending && moves.some((move) => move.startsWith(square)),
    start: (square: string) => {
      setPicked(square);
      setArrived(null);
    },
    finish: (start: string, square: string) => void go(start, square),
    pick: (square: string) => {
      if (from === null || !go(from, square)) setPicked(square === from ? null : square);
    },
    send,
    cancel,
  };
}

interface ChessTargetsProps {
  letterOn: (square: string) => string | null;
  flipped: boolean;
  play: BoardPlay;
  moves: ReturnType<typeof useChessMoves>;
}

/** The squares as buttons. */
function ChessTargets({ letterOn, flipped, play, moves }: ChessTargetsProps) {
  const { from, to, reached, send, cancel } = moves;
  const chosenLetter = from && letterOn(from);
  const targets = SQUARES.map((square): Target => {
    const { column, row } = placeOf(square, flipped);
    const letter = letterOn(square);
    const isLegal = reached.has(square);
    return {
      id: square,
      label: `${square}, ${letter ? pieceName(letter) : 'empty'}`,
      row,
      column,
      box: { left: column * SQUARE, top: row * SQUARE, width: SQUARE, height: SQUARE },
      state: isLegal ? 'legal' : square === from ? 'chosen' : undefined,
      mark: letter ? 'ring' : 'dot',
      disabled: !isLegal && !moves.canStart(square),
    };
  });
  const announcement = chosenLetter
    ? `${pieceName(chosenLetter)} on ${from} chosen, ${reached.size} ${reached.size === 1 ? 'square' : 'squares'}.`
    : '';
  return (
    <>
      <Targets
        label="Squares"
        targets={targets}
        onPick={moves.pick}
        onCancel={cancel}
        isSending={play.isSending}
        announcement={announcement}
      />
      {to && chosenLetter && (
        <Promotion
          square={to}
          flipped={flipped}
          letter={chosenLetter}
          onPick={(kind) => send(`${from}${to}${kind}`)}
          onCancel={cancel}
        />
      )}
    </>
  );
}
