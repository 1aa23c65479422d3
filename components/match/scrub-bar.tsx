'use client';
import {
  IconArrowsUpDown,
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import classes from './scrub-bar.module.css';
import type { ScrubAction, ScrubState } from './scrubber';

export interface ScrubBarProps {
  plies: readonly number[];
  state: ScrubState;
  act: (action: ScrubAction) => void;
  /** Absent for a board with one side. */
  onFlip?: () => void;
  /** The match is running. */
  running: boolean;
  /** The name of the shown position in the record, if it has one. */
  moment: string | null;
}

/** Buttons and a slider to go through the positions, like the keys. */
export function ScrubBar({ plies, state, act, onFlip, running, moment }: ScrubBarProps) {
  const last = plies.at(-1) ?? 0;
  const ply = state.ply ?? last;
  const isFirst = ply <= (plies[0] ?? 0);
  const isLast = ply >= last;
  return (
    <div className={classes.bar}>
      <div className={classes.position}>
        <input
          className={shared.slider}
          type="range"
          min={plies[0] ?? 0}
          max={Math.max(last, 1)}
          value={ply}
          disabled={last === 0}
          aria-label="Position"
          aria-valuetext={`${moment ? `${moment}, position` : 'Position'} ${ply} of ${last}`}
          onChange={(event) => act({ type: 'go', ply: Number(event.currentTarget.value) })}
        />
        <span className={classes.ply}>
          {ply} / {last}
        </span>
      </div>
      <div className={classes.buttons}>
        <Step label="To the start" disabled={isFirst} onClick={() => act({ type: 'first' })}>
          <IconChevronLeftPipe />
        </Step>
        <Step label="Back" disabled={isFirst} onClick={() => act({ type: 'back' })}>
          <IconChevronLeft />
        </Step>
        <Step label={state.playing ? 'Pause' : 'Play'} disabled={last === 0} onClick={() => act({ type: 'toggle' })}>
          {state.playing ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
        </Step>
        <Step label="Forward" disabled={isLast} onClick={() => act({ type: 'forward' })}>
          <IconChevronRight />
        </Step>
        <Step label="To the end" disabled={isLast} onClick={() => act({ type: 'newest' })}>
          <IconChevronRightPipe />
        </Step>
        {onFlip && (
          <Step label="Flip the board" disabled={false} onClick={onFlip}>
            <IconArrowsUpDown />
          </Step>
        )}
        <Button
          className={classes.live}
          size="compact-sm"
          color={running ? 'amber' : 'neutral'}
          variant="light"
          data-hidden={isLast}
          disabled={isLast}
          onClick={() => act({ type: 'newest' })}
        >
          {running ? 'Back to live' : 'To the result'}
        </Button>
      </div>
    </div>
  );
}

function Step({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      variant="subtle"
      className={classes.step}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}
