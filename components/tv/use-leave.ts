import { useEffect, useEffectEvent } from 'react';

/** How long the result of a match stays before the next one. */
export const RESULT_SHOWN_MS = 10_000;

/** Leaves a match after a time in ms; null: stays. */
export function useLeave(onOver: () => void, afterMs: number | null): void {
  const leave = useEffectEvent(onOver);
  useEffect(() => {
    if (afterMs === null) return;
    const timer = setTimeout(leave, afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
}
