'use client';
import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface Glide {
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
export function useGlide(box: RefObject<Element | null>, { key, path, captured }: Glide): void {
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
