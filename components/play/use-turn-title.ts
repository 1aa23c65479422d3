'use client';
import { useEffect } from 'react';

const MARK = 'Your turn · ';

/** Says in the tab's title that it is the viewer's turn: who waits looks at another tab. */
export function useTurnTitle(isMyTurn: boolean): void {
  useEffect(() => {
    if (!isMyTurn) return;
    const mark = () => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
    };
    mark();
    // The page writes its own title when it is read again, by another element even.
    const titles = new MutationObserver(mark);
    titles.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      titles.disconnect();
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
    };
  }, [isMyTurn]);
}
