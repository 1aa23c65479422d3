'use client';
import { useState } from 'react';
import type { BoardPremove } from './board-props';

/** How a premove is chosen on a board of squares: a piece and its square, by two taps or by dragging; another tap cancels. */
export function usePremoveSquares(premove: BoardPremove | undefined, position: string) {
  const [picked, setPicked] = useState<{ square: string; position: string } | null>(null);
  const from = premove && picked?.position === position ? picked.square : null;
  const { chosen } = premove ?? { chosen: null };
  const choose = (start: string, square: string) => {
    setPicked(null);
    premove?.onChoose({ from: start, to: square });
  };
  const start = (square: string | null) => {
    premove?.onChoose(null);
    setPicked(square === null ? null : { square, position });
  };
  return {
    /** The squares to mark. */
    squares: chosen ? [chosen.from, chosen.to] : from ? [from] : [],
    start,
    finish: choose,
    tap: (square: string, isOwn: boolean) => {
      if (from && from !== square) choose(from, square);
      else start(isOwn && from !== square ? square : null);
    },
  };
}
