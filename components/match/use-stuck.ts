'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Stuck {
  /** Of an empty element at the top of what sticks. */
  top: RefObject<HTMLDivElement | null>;
  /** Of the element that sticks. */
  box: RefObject<HTMLDivElement | null>;
  /** The height that the element had before it stuck, px; null while it is in its place. */
  height: number | null;
}

/** Whether the page has been scrolled beyond the top of an element that sticks. */
export function useStuck(): Stuck {
  const top = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const mark = top.current;
    if (!mark) return;
    const observer = new IntersectionObserver(([entry]) => {
      const isStuck = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0;
      setHeight((before) => (isStuck ? (before ?? box.current?.offsetHeight ?? null) : null));
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, []);
  return { top, box, height };
}
