'use client';
import { useEffect, useEffectEvent } from 'react';

/**
 * Acts on a key in place of the browser. Every page loads it; the hook of Mantine would bring its parser of the names of keys.
 * @param isKey whether an event is the key
 */
export function useKey(isKey: (event: KeyboardEvent) => boolean, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const root = document.documentElement;
    root.addEventListener('keydown', onKey);
    return () => root.removeEventListener('keydown', onKey);
  }, []);
}
