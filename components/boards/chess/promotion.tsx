'use client';
import { useFocusTrap } from '@mantine/hooks';
import { useEffect } from 'react';
import { placeOf } from '../squares';
import classes from './board.module.css';
import { ChessPiece } from './pieces';
import { pieceName } from './position';

/** Percent of the board. */
const SQUARE = 12.5;
/** In the notation of a move: the queen first, because it is chosen most. */
const PROMOTIONS = ['q', 'n', 'r', 'b'] as const;

export interface PromotionProps {
  square: string;
  flipped: boolean;
  letter: string;
  onPick: (kind: string) => void;
  onCancel: () => void;
}

/** The choice of a promotion, at its square; Escape cancels the move. */
export function Promotion({ square, flipped, letter, onPick, onCancel }: PromotionProps) {
  const { column, row } = placeOf(square, flipped);
  const isWhite = letter === letter.toUpperCase();
  const edge = row === 0 ? { top: 0 } : { bottom: 0 };
  const trap = useFocusTrap();
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      ref={trap}
      className={classes.picker}
      style={{ left: `${column * SQUARE}%`, ...edge }}
      role="dialog"
      aria-label="The pawn becomes"
      onPointerDown={(event) => event.stopPropagation()}
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
  );
}
