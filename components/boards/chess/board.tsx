'use client';
import { FocusTrap } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BoardPlay, BoardProps } from '../board-props';
import { placeOf, SQUARES } from '../squares';
import { type Target, Targets } from '../targets';
import classes from './board.module.css';
import { ChessDrawing } from './drawing';
import { ChessPiece } from './pieces';
import { type PlacedPiece, pieceName, piecesAfter, piecesOf } from './position';
import type { ChessView } from './view';

/** Percent of the board. */
const SQUARE = 12.5;
/** In the notation of a move: the queen first, because it is chosen most. */
const PROMOTIONS = ['q', 'n', 'r', 'b'] as const;

/** The pieces of a position, each with the id that it had in the previous one. */
function usePieces(fen: string): readonly PlacedPiece[] {
  const [known, setKnown] = useState(() => ({ fen, pieces: piecesOf(fen) }));
  if (known.fen === fen) return known.pieces;
  const pieces = piecesAfter(known.pieces, fen);
  setKnown({ fen, pieces });
  return pieces;
}

/** A chess position. A player picks a piece, then its square. */
export function ChessBoard({ view, flipped, live, mini = false, play }: BoardProps<ChessView>) {
  const pieces = usePieces(view.fen);
  return (
    <>
      <ChessDrawing view={view} pieces={pieces} flipped={flipped} live={live} mini={mini} />
      {play && <ChessMoves pieces={pieces} flipped={flipped} play={play} />}
    </>
  );
}

/** Picking a piece shows its squares; picking a square sends the move. A pawn on the last rank asks for the promotion. */
function ChessMoves({ pieces, flipped, play }: { pieces: readonly PlacedPiece[]; flipped: boolean; play: BoardPlay }) {
  const [picked, setPicked] = useState<string | null>(null);
  const [arrived, setArrived] = useState<string | null>(null);
  const moves = play.legalMoves.filter((move) => typeof move === 'string');
  const from = moves.some((move) => move.startsWith(picked ?? '-')) ? picked : null;
  const to = from && moves.some((move) => move.startsWith(`${from}${arrived}`) && move.length > 4) ? arrived : null;
  const own = moves.filter((move) => from !== null && move.startsWith(from));
  const letterOn = (square: string) => pieces.find((piece) => piece.square === square)?.letter ?? null;
  const chosenLetter = from && letterOn(from);

  const cancel = () => {
    setPicked(null);
    setArrived(null);
  };
  const send = (move: string) => {
    cancel();
    play.onMove(move);
  };
  const pick = (square: string) => {
    const goes = own.filter((move) => move.slice(2, 4) === square);
    if (goes.length > 1) setArrived(square);
    else if (goes[0]) send(goes[0]);
    else setPicked(square === from ? null : square);
  };

  const reached = new Set(own.map((move) => move.slice(2, 4)));
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
      disabled: !isLegal && !moves.some((move) => move.startsWith(square)),
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
        onPick={pick}
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

interface PromotionProps {
  square: string;
  flipped: boolean;
  letter: string;
  onPick: (kind: string) => void;
  onCancel: () => void;
}

/** The choice of a promotion, at its square; Escape cancels the move. */
function Promotion({ square, flipped, letter, onPick, onCancel }: PromotionProps) {
  const { column, row } = placeOf(square, flipped);
  const isWhite = letter === letter.toUpperCase();
  const edge = row === 0 ? { top: 0 } : { bottom: 0 };
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <FocusTrap active>
      <div
        className={classes.picker}
        style={{ left: `${column * SQUARE}%`, ...edge }}
        role="dialog"
        aria-label="The pawn becomes"
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      >
        {PROMOTIONS.map((kind) => {
          const became = isWhite ? kind.toUpperCase() : kind;
          return (
            <button
              key={kind}
              type="button"
              className={classes.choice}
              aria-label={pieceName(became)}
              onClick={() => onPick(kind)}
            >
              <svg viewBox="0 0 45 45" aria-hidden>
                <ChessPiece letter={became} />
              </svg>
            </button>
          );
        })}
      </div>
    </FocusTrap>
  );
}
