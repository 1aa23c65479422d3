'use client';
import { useEffect } from 'react';

const MARK = 'Your turn · ';

/** Marks the title of the tab on the viewer's turn, for viewers who look at another tab. */
export function useTurnTitle(isMyTurn: boolean): void {
  useEffect(() => {
    if (!isMyTurn) return;
    const mark = () => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
    };
    mark();
    // Next can replace the title when it renders the page again.
    const titles = new MutationObserver(mark);
    titles.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      titles.disconnect();
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
    };
  }, [isMyTurn]);
}
