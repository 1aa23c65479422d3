import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of links sideways to the one of the current page; on a phone it may be out of sight. */
export function useCurrentLinkInView(path: string): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another current link.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!nav.current || !link) return;
    nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
  }, [path]);
  return nav;
}
