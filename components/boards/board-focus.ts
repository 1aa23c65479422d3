'use client';
import { createContext, type RefObject, useContext, useMemo } from 'react';

/** The keyboard focus of a board, kept while the viewer is not to move and the board has no buttons. */
export interface BoardFocus {
  /** The target that had the focus last. */
  id: string | null;
  /** Moves the focus from a button that is removed to the board. */
  takeFocus: () => void;
  /** Whether the board has the focus in place of a button. */
  hasFocus: () => boolean;
}

const NO_FOCUS: BoardFocus = { id: null, takeFocus: () => {}, hasFocus: () => false };
const Focus = createContext<BoardFocus>(NO_FOCUS);

export const BoardFocusProvider = Focus.Provider;

export function useBoardFocus(): BoardFocus {
  return useContext(Focus);
}

/** The focus of the board in `box`, which must be focusable by script. */
export function useBoardFocusOf(box: RefObject<HTMLElement | null>): BoardFocus {
  return useMemo(
    () => ({
      id: null,
      takeFocus: () => box.current?.focus({ preventScroll: true }),
      hasFocus: () => box.current !== null && document.activeElement === box.current,
    }),
    [box],
  );
}
