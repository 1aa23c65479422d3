'use client';
import { Kbd } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import classes from './actions.module.css';
import { useBoardFocus } from './board-focus';

/** Something a viewer can do that has no place on the board. */
export interface BoardAction {
  id: string;
  label: string;
  /** One key that does the same: `h`, `Space`. */
  shortcut: string;
  /** What a screen reader says: the label begins it. */
  spoken: string;
}

/** Where a letter belongs to what has the focus, and where space does: a slider takes no letters. */
const TYPING = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const PRESSABLE = 'input, textarea, select, [contenteditable], button, a, summary, [role="button"], [role="switch"]';
/** While it is open every key is its own, wherever the focus is. */
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]';

/**
 * A bar of real buttons under a board's drawing, each with a key. It fills its box, which the board reserves, so that
 * nothing jumps when a turn comes and goes.
 */
export function Actions({
  actions,
  onPick,
  isSending,
  label,
  lead,
}: {
  actions: readonly BoardAction[];
  onPick: (id: string) => void;
  isSending: boolean;
  label: string;
  /** A word before the buttons, where their labels alone do not say what they do. */
  lead?: string;
}) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const focus = useBoardFocus();

  // Before the page's own keys hear it: space also plays a recorded match.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isModified || event.repeat || !(event.target instanceof Element)) return;
    const key = event.key === ' ' ? 'Space' : event.key.toLowerCase();
    const action = actions.find(({ shortcut }) => shortcut === key);
    if (!action || event.target.closest(key === 'Space' ? PRESSABLE : TYPING) || document.querySelector(DIALOG)) return;
    event.stopPropagation();
    event.preventDefault();
    if (!isSending) onPick(action.id);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);

  // Who plays with Tab and Enter finds the buttons again when the turn comes back.
  useLayoutEffect(() => {
    const box = bar.current;
    if (focus.hasFocus()) box?.querySelector('button')?.focus({ preventScroll: true });
    return () => {
      if (box?.contains(document.activeElement)) focus.takeFocus();
    };
  }, [focus]);

  return (
    <fieldset ref={bar} className={classes.bar} aria-label={label} aria-busy={isSending}>
      {lead && (
        <span className={classes.lead} aria-hidden>
          {lead}
        </span>
      )}
      {actions.map(({ id, label: text, shortcut, spoken }) => (
        <button
          key={id}
          type="button"
          className={classes.action}
          aria-label={spoken}
          aria-keyshortcuts={shortcut}
          aria-disabled={isSending}
          onClick={() => {
            if (!isSending) onPick(id);
          }}
        >
          {text}
          <Kbd size="xs" className={classes.key} aria-hidden>
            {shortcut === 'Space' ? 'space' : shortcut}
          </Kbd>
        </button>
      ))}
    </fieldset>
  );
}
