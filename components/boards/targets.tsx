'use client';
import { VisuallyHidden } from '@mantine/core';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useBoardFocus } from './board-focus';
import { type Direction, firstStop, stepFrom, type Target } from './target';
import classes from './targets.module.css';

export type { Target } from './target';

export interface TargetsProps {
  targets: readonly Target[];
  onPick: (id: string) => void;
  /** A move is on its way: everything stays where it is and nothing can be picked. */
  isSending: boolean;
  /** Escape, or a press on what cannot be picked: what was chosen is let go. */
  onLetGo?: () => void;
  /** What the whole layer is called: `Squares`, `Columns`. */
  label?: string;
  /** Said politely when it changes: `Knight on f3 chosen, 5 squares.` */
  announcement?: string;
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/**
 * The places of a board that a viewer can act on: real buttons over its drawing, one of them in the order of Tab, the
 * others by arrow keys. It fills the nearest positioned box, which `GameBoard` gives.
 */
export function Targets({ targets, onPick, isSending, onLetGo, label = 'Moves', announcement = '' }: TargetsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const focus = useBoardFocus();
  const [at, setAt] = useState<string | null>(focus.id);
  /** The pointer has not moved since the last pick, or since the layer came: nothing under it is pointed at. */
  const [isStill, setStill] = useState(true);
  /** Up and down keep to this column where rows are not full. */
  const goal = useRef<number | null>(null);
  const stop = targets.find((target) => target.id === at) ?? firstStop(targets);

  const come = (id: string) => {
    setAt(id);
    focus.id = id;
  };

  const goTo = (direction: Direction) => {
    if (!stop) return;
    const isVertical = direction === 'up' || direction === 'down';
    const next = stepFrom(stop, direction, targets, isVertical ? (goal.current ?? stop.column) : stop.column);
    if (!isVertical) goal.current = null;
    else goal.current ??= stop.column;
    buttonOf(layer.current, next.id)?.focus();
  };

  // The page has keys of its own for the same arrows, and it hears them before React does.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === ' ' || event.key === 'Enter') event.stopPropagation();
    if (event.key === 'Escape' && onLetGo) {
      event.stopPropagation();
      onLetGo();
    }
    if (!direction || !isPlain) return;
    event.stopPropagation();
    event.preventDefault();
    goTo(direction);
  });

  useEffect(() => {
    const box = layer.current;
    const listener = (event: KeyboardEvent) => onKey(event);
    box?.addEventListener('keydown', listener);
    return () => box?.removeEventListener('keydown', listener);
  }, []);

  // Between two turns there are no targets; who plays by keyboard goes on where they were.
  useLayoutEffect(() => {
    const box = layer.current;
    if (focus.isHeld()) (buttonOf(box, focus.id) ?? box?.querySelector<HTMLElement>('[tabindex="0"]'))?.focus();
    return () => {
      if (box?.contains(document.activeElement)) focus.hold();
    };
  }, [focus]);

  const pick = (target: Target) => {
    come(target.id);
    setStill(true);
    if (isSending) return;
    if (target.disabled) onLetGo?.();
    else onPick(target.id);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: places on a board are no table of data */}
      <div
        ref={layer}
        className={classes.layer}
        role="grid"
        aria-label={label}
        aria-busy={isSending}
        data-still={isStill}
        onPointerMove={({ movementX, movementY }) => {
          if (movementX !== 0 || movementY !== 0) setStill(false);
        }}
      >
        {rowsOf(targets).map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of places
          // biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus
          <div key={row[0]?.row} role="row">
            {row.map((target) => (
              // biome-ignore lint/a11y/useSemanticElements: a place in its row
              // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
              <div key={target.id} role="gridcell">
                <button
                  type="button"
                  className={clsx(classes.target, target.shape === 'round' && classes.round)}
                  style={boxOf(target)}
                  data-target={target.id}
                  data-state={target.state}
                  data-mark={target.mark ?? 'dot'}
                  tabIndex={target === stop ? 0 : -1}
                  aria-label={spoken(target)}
                  aria-pressed={target.state === 'chosen' ? true : undefined}
                  aria-disabled={target.disabled || isSending}
                  onFocus={() => come(target.id)}
                  onClick={() => pick(target)}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
      <VisuallyHidden aria-live="polite" aria-atomic>
        {announcement}
      </VisuallyHidden>
    </>
  );
}

function spoken({ label, state }: Target): string {
  return state === 'legal' ? `${label}, possible` : label;
}

function boxOf({ box }: Target) {
  return { left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` };
}

function buttonOf(layer: HTMLElement | null, id: string | null): HTMLElement | null {
  if (!layer || id === null) return null;
  return layer.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
}

/** The targets row by row, each row from left to right: the order in which a reader meets them. */
function rowsOf(targets: readonly Target[]): Target[][] {
  const rows = [...new Set(targets.map((target) => target.row))].sort((one, other) => one - other);
  return rows.map((row) =>
    targets.filter((target) => target.row === row).sort((one, other) => one.column - other.column),
  );
}
