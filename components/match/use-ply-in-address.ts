import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

/** Browsers refuse addresses that change more often. */
const WRITE_AFTER_MS = 120;

/** A ply as the address writes it, which may be none of the match; null without one. */
export function parsePly(text: string | null): number | null {
  return text !== null && /^-?\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The ply of `?ply=12`, and a function that changes it; null is no ply. */
export function usePlyInAddress(): [number | null, (ply: number | null) => void] {
  const search = useSearchParams();
  const [ply, setPly] = useState(() => parsePly(search.get('ply')));
  useEffect(() => {
    const write = () => {
      const address = new URL(window.location.href);
      if (parsePly(address.searchParams.get('ply')) === ply) return;
      if (ply === null) address.searchParams.delete('ply');
      else address.searchParams.set('ply', String(ply));
      window.history.replaceState(null, '', address);
    };
    const timer = setTimeout(write, WRITE_AFTER_MS);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [ply]);
  return [ply, setPly];
}
