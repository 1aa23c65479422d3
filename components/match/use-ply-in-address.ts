import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';

/** Browsers refuse more than about 100 changes of the address in this time. */
const WINDOW_MS = 10_000;
/** So many changes in that time are written immediately, so that a reload finds them; the others wait. */
const MAX_IMMEDIATE = 60;
const WRITE_AFTER_MS = 500;

/** A ply as the address writes it, which may be none of the match; null without one. */
export function parsePly(text: string | null): number | null {
  return text !== null && /^-?\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The ply of `?ply=12`, and a function that changes it; null is no ply. */
export function usePlyInAddress(): [number | null, (ply: number | null) => void] {
  const search = useSearchParams();
  const [ply, setPly] = useState(() => parsePly(search.get('ply')));
  const writtenAt = useRef<number[]>([]);
  useEffect(() => {
    const write = () => {
      const address = new URL(window.location.href);
      if (parsePly(address.searchParams.get('ply')) === ply) return;
      if (ply === null) address.searchParams.delete('ply');
      else address.searchParams.set('ply', String(ply));
      writtenAt.current.push(performance.now());
      window.history.replaceState(null, '', address);
    };
    writtenAt.current = writtenAt.current.filter((at) => performance.now() - at < WINDOW_MS);
    if (writtenAt.current.length < MAX_IMMEDIATE) return write();
    const timer = setTimeout(write, WRITE_AFTER_MS);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [ply]);
  return [ply, setPly];
}
