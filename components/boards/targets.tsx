'use client';
import clsx from 'clsx';
import { useRef, useState } from 'react';
import { KeysPendingUntilHydrated } from '@/components/ui/keys-pending';
import { useBoardFocus } from './board-focus';
import { firstTabStop, type Target } from './target';
import classes from './targets.module.css';
import { useFocusBetweenTurns, useTargetKeys } from './use-target-keys';

export interface TargetsProps {
  targets: readonly Target[];
  onPick: (id: string) => void;
  /** A move is being sent: the targets stay, and none can be picked. */
  isSending: boolean;
  /** Clears what was chosen: on Escape, and when a disabled target is pressed. */
  onCancel?: () => void;
  /** The label of all targets together: `Squares`, `Columns`. */
  label?: string;
  /** Announced to screen readers when it changes: `Knight on f3 chosen, 5 squares.` */
  announcement?: string;
}

/**
 * The places of a board that a viewer can act on, as buttons over its drawing: one of them is in the order of Tab, the
 * others are reached by arrow keys. They fill the nearest positioned box, which `GameBoard` provides.
 */
export function Targets({ targets, onPick, isSending, onCancel, label = 'Moves', announcement = '' }: TargetsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const focus = useBoardFocus();
  const [focusedId, setFocusedId] = useState<string | null>(focus.id);
  /** The pointer has not moved since the last pick, or since the targets appeared: no target shows that it is under it. */
  const [isPointerStill, setPointerStill] = useState(true);
  const [refused, setRefused] = useState<{ id: string; label: string; count: number } | null>(null);
  const tabStop = targets.find((target) => target.id === focusedId) ?? firstTabStop(targets);
  useTargetKeys(layer, targets, tabStop, onCancel);
  useFocusBetweenTurns(layer, focus);

  const noteFocus = (id: string) => {
    setFocusedId(id);
    focus.id = id;
  };
  const pick = (target: Target) => {
    noteFocus(target.id);
    setPointerStill(true);
    if (isSending) return;
    if (target.disabled) {
      setRefused((before) => ({ id: target.id, label: target.label, count: (before?.count ?? 0) + 1 }));
      onCancel?.();
      return;
    }
    setRefused(null);
    onPick(target.id);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the places of a board are not a table of data */}
      <div
        ref={layer}
        className={classes.layer}
        role="grid"
        aria-label={label}
        aria-busy={isSending}
        data-still={isPointerStill}
        onPointerMove={({ movementX, movementY }) => {
          if (movementX !== 0 || movementY !== 0) setPointerStill(false);
        }}
      >
        {groupByRow(targets).map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of places
          // biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus
          <div key={row[0]?.row} role="row">
            {row.map((target) => (
              <TargetCell
                key={target.id}
                target={target}
                isTabStop={target === tabStop}
                refusals={refused?.id === target.id ? refused.count : 0}
                isDisabled={target.disabled || isSending}
                onFocus={noteFocus}
                onPick={pick}
              />
            ))}
          </div>
        ))}
      </div>
      <span className="visually-hidden" aria-live="polite" aria-atomic>
        {refused ? `${refused.label}: not a move.` : announcement}
      </span>
      <KeysPendingUntilHydrated />
    </>
  );
}

interface TargetCellProps {
  target: Target;
  isTabStop: boolean;
  /** How often a press here was no move; 0 when the last press was elsewhere. */
  refusals: number;
  isDisabled: boolean;
  onFocus: (id: string) => void;
  onPick: (target: Target) => void;
}

function TargetCell({ target, isTabStop, refusals, isDisabled, onFocus, onPick }: TargetCellProps) {
  const { id, label, state, mark = 'dot', shape, box } = target;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a place in its row
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
    <div role="gridcell">
      <button
        type="button"
        className={clsx(classes.target, shape === 'round' && classes.round)}
        style={{ left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` }}
        data-target={id}
        data-state={state}
        data-mark={mark}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={state === 'legal' ? `${label}, possible` : label}
        aria-pressed={state === 'chosen' ? true : undefined}
        aria-disabled={isDisabled}
        onFocus={() => onFocus(id)}
        onClick={() => onPick(target)}
      >
        {refusals > 0 && <span key={refusals} className={classes.refused} />}
      </button>
    </div>
  );
}

/** The targets row by row, each row from left to right: the order in which screen readers meet them. */
function groupByRow(targets: readonly Target[]): Target[][] {
  const rows = [...new Set(targets.map((target) => target.row))].sort((one, other) => one - other);
  return rows.map((row) =>
    targets.filter((target) => target.row === row).sort((one, other) => one.column - other.column),
  );
}
