'use client';
import { useEffect, useEffectEvent, useState } from 'react';

/** The filter changes this long after the last key. */
const TYPING_MS = 300;

/**
 * The text of a field that filters a page: it follows the filter, and `apply` gets it a moment after the last key, without
 * white space around it, null for none.
 */
export function useTypedFilter(
  filter: string | null,
  apply: (wanted: string | null) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(filter ?? '');
  const applyNow = useEffectEvent(apply);
  // The filter has no white space around it: the text that it was made of keeps its own.
  useEffect(() => setTyped((text) => (text.trim() === (filter ?? '') ? text : (filter ?? ''))), [filter]);
  useEffect(() => {
    const wanted = typed.trim() || null;
    if (wanted === filter) return;
    const pause = setTimeout(() => applyNow(wanted), TYPING_MS);
    return () => clearTimeout(pause);
  }, [typed, filter]);
  return [typed, setTyped];
}
