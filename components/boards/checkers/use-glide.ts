'use client';
import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface Glide {
  /** Another one than before: something has moved. */
  key: string;
  /** Where the piece goes, as transforms, from where it stood. */
  path: readonly string[];
  /** For each thing that was taken, after how many steps it goes. */
  taken: readonly number[];
}

const EASE = 'cubic-bezier(0.3, 0, 0.2, 1)';

/**
 * Lets `[data-moved]` glide from square to square, and each `[data-taken]` fade as it is passed. The first position of
 * all stands still, and so does every one where the page's time of a move is none.
 */
export function useGlide(box: RefObject<Element | null>, { key, path, taken }: Glide): void {
  const shown = useRef(key);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (!box.current) return;
    const stepMs = Number.parseFloat(getComputedStyle(box.current).getPropertyValue('--move-time')) || 0;
    if (stepMs === 0) return;
    const frames = path.map((transform) => ({ transform, easing: EASE }));
    box.current.querySelector('[data-moved]')?.animate(frames, { duration: stepMs * (path.length - 1) });
    for (const [index, element] of box.current.querySelectorAll('[data-taken]').entries()) {
      const waits = stepMs * (taken[index] ?? 0);
      const fade = [
        { opacity: 1, offset: 0 },
        { opacity: 1, offset: waits / (waits + stepMs) },
        { opacity: 0, offset: 1 },
      ];
      element.animate(fade, { duration: waits + stepMs });
    }
  }, [box, key, path, taken]);
}
