'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let marked: string | null = null;

function mark(path: string | null): void {
  marked = path;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The path whose page the navigation marks: that of the address, unless the page shown has chosen another one. */
export function useMarkedPath(): string {
  const path = usePathname();
  const chosen = useSyncExternalStore(
    listen,
    () => marked,
    () => null,
  );
  return chosen ?? path;
}

/** Lets the navigation mark another page than that of the address, while `isChosen`. */
export function useMarkPage(path: string, isChosen: boolean): void {
  useEffect(() => {
    if (!isChosen) return;
    mark(path);
    return () => mark(null);
  }, [path, isChosen]);
}
