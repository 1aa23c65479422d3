'use client';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';

/** One stop for Tab in a grid; the arrow keys move between its items. */
export interface RovingKeys {
  box: RefObject<HTMLDivElement | null>;
  propsOf(id: string): { tabIndex: number; onFocus(): void; onKeyDown(event: KeyboardEvent): void };
}

/**
 * The keys of a grid whose items are in reading order. @param ids all items @param start where Tab enters first
 * @param columns items a row
 */
export function useRovingKeys(ids: readonly string[], start: string | undefined, columns: number): RovingKeys {
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const stop = focused !== null && ids.includes(focused) ? focused : (start ?? ids[0]);

  const focus = (index: number) => {
    const id = ids[index];
    if (id !== undefined) box.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)?.focus();
  };

  return {
    box,
    propsOf: (id) => ({
      tabIndex: id === stop ? 0 : -1,
      onFocus: () => setFocused(id),
      onKeyDown(event) {
        const index = ids.indexOf(id);
        const rowStart = index - (index % columns);
        const targets: Record<string, number> = {
          ArrowRight: index + 1,
          ArrowLeft: index - 1,
          ArrowDown: index + columns,
          ArrowUp: index - columns,
          Home: rowStart,
          End: Math.min(rowStart + columns, ids.length) - 1,
        };
        const target = targets[event.key];
        if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        focus(target);
      },
    }),
  };
}
