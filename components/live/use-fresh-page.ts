'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** A round of many fixtures reports many changes; the page is fetched at most this often. */
const MIN_PAUSE_MS = 700;

/** A function that fetches the data of the page again, now or after a pause since the last time. */
export function useFreshPage(minPauseMs = MIN_PAUSE_MS): () => void {
  const router = useRouter();
  const lastAtMs = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return () => {
    if (timer.current !== null) return;
    const pauseMs = Math.max(0, lastAtMs.current + minPauseMs - Date.now());
    timer.current = setTimeout(() => {
      timer.current = null;
      lastAtMs.current = Date.now();
      router.refresh();
    }, pauseMs);
  };
}
