'use client';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { BoardFocus } from './board-focus';
import { type Direction, nextTarget, type Target } from './target';

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/** The button of a target in the layer. */
function findButton(layer: HTMLElement | null, id: string | null): HTMLElement | null {
  if (!layer || id === null) return null;
  return layer.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
}

/** Moves the focus between targets by arrow keys; Escape cancels. */
export function useTargetKeys(
  layer: RefObject<HTMLElement | null>,
  targets: readonly Target[],
  tabStop: Target | undefined,
  onCancel: (() => void) | undefined,
): void {
  /** Up and down keep this column across rows that are not full. */
  const goalColumn = useRef<number | null>(null);

  const move = (direction: Direction) => {
    if (!tabStop) return;
    const isVertical = direction === 'up' || direction === 'down';
    goalColumn.current = isVertical ? (goalColumn.current ?? tabStop.column) : null;
    const next = nextTarget(tabStop, direction, targets, goalColumn.current ?? tabStop.column);
    findButton(layer.current, next.id)?.focus();
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === ' ' || event.key === 'Enter') event.stopPropagation();
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
    if (!direction || !isPlain) return;
    event.stopPropagation();
    event.preventDefault();
    move(direction);
  });

  // The page uses the same arrow keys, and its listeners run before React's.
  useEffect(() => {
    const box = layer.current;
    const listener = (event: KeyboardEvent) => onKey(event);
    box?.addEventListener('keydown', listener);
    return () => box?.removeEventListener('keydown', listener);
  }, [layer]);
}

/** Gives the focus back to the last target when the targets return with the viewer's next turn. */
export function useFocusBetweenTurns(layer: RefObject<HTMLElement | null>, focus: BoardFocus): void {
  useLayoutEffect(() => {
    const box = layer.current;
    if (focus.hasFocus()) (findButton(box, focus.id) ?? box?.querySelector<HTMLElement>('[tabindex="0"]'))?.focus();
    return () => {
      if (box?.contains(document.activeElement)) focus.takeFocus();
    };
  }, [layer, focus]);
}
