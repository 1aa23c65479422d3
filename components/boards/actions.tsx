'use client';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { KeysPendingUntilHydrated } from '@/components/ui/keys-pending';
import { hasOpenDialog } from '@/components/ui/page-keys';
import classes from './actions.module.css';
import { useBoardFocus } from './board-focus';

/** An action of a player that has no place on the board. */
export interface BoardAction {
  id: string;
  label: string;
  /** One key that does the same: `h`, `Space`. */
  shortcut: string;
  /** For screen readers; it starts with the label. */
  spoken: string;
}

/** Elements that use letter keys, and elements that use Space: a slider does not use letters. */
const TYPING = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const PRESSABLE = 'input, textarea, select, [contenteditable], button, a, summary, [role="button"], [role="switch"]';

/**
 * A bar of buttons under the drawing of a board, each with a key. The board reserves its space, so that the page does not
 * jump between turns.
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
  /** A word before the buttons, if their labels do not say what they do. */
  lead?: string;
}) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const focus = useBoardFocus();

  // Capture runs before the keys of the page: there Space starts playback.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isModified || event.repeat || !(event.target instanceof Element)) return;
    const key = event.key === ' ' ? 'Space' : event.key.toLowerCase();
    const action = actions.find(({ shortcut }) => shortcut === key);
    if (!action || event.target.closest(key === 'Space' ? PRESSABLE : TYPING) || hasOpenDialog()) return;
    event.stopPropagation();
    event.preventDefault();
    if (!isSending) onPick(action.id);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);

  // Gives the focus back to the buttons on the viewer's next turn.
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
          <kbd className={classes.key} aria-hidden>
            {shortcut === 'Space' ? 'space' : shortcut}
          </kbd>
        </button>
      ))}
      <KeysPendingUntilHydrated />
    </fieldset>
  );
}
