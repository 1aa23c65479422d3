'use client';
import { createContext, type RefObject, useContext, useMemo } from 'react';

/** Where the keyboard was on a board, kept while it is somebody else's turn. */
export interface BoardFocus {
  /** The target that had the focus last. */
  id: string | null;
  /** The targets go away under the focus: the board keeps it for them. */
  hold: () => void;
  /** The board has the focus in place of its targets. */
  isHeld: () => boolean;
}

const NOWHERE: BoardFocus = { id: null, hold: () => {}, isHeld: () => false };
const Focus = createContext<BoardFocus>(NOWHERE);

export const BoardFocusProvider = Focus.Provider;

export function useBoardFocus(): BoardFocus {
  return useContext(Focus);
}

/** A memory for the board in `box`, which must be focusable by script. */
export function useBoardFocusOf(box: RefObject<HTMLElement | null>): BoardFocus {
  return useMemo(
    () => ({
      id: null,
      hold: () => box.current?.focus({ preventScroll: true }),
      isHeld: () => box.current !== null && document.activeElement === box.current,
    }),
    [box],
  );
}
