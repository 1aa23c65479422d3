import { ActionIcon, NativeSelect, Slider } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react';
import type { Moment } from './moments';
import classes from './replay-bar.module.css';
import { SPEEDS, type Speed, type StoryReplay } from './use-story-replay';

export interface ReplayBarProps {
  replay: StoryReplay;
  count: number;
  moments: readonly Moment[];
  running: boolean;
}

/** The way through the match: playback with its speed, and a slider with the key moments. */
export function ReplayBar({ replay, count, moments, running }: ReplayBarProps) {
  const { state, step, isNewest, act, go, speed, setSpeed } = replay;
  const last = Math.max(count - 1, 0);
  return (
    <div className={classes.bar}>
      <ActionIcon variant="subtle" aria-label="First line" disabled={step <= 0} onClick={() => act({ type: 'first' })}>
        <IconPlayerSkipBackFilled size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={state.playing ? 'Pause' : 'Play'}
        disabled={count < 2}
        onClick={() => act({ type: 'toggle' })}
      >
        {state.playing ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <div className={classes.way}>
        <div className={classes.marks} aria-hidden>
          {moments.map((moment) => (
            <span
              key={moment.key}
              className={classes.mark}
              data-kind={moment.kind}
              style={{ left: `${(100 * moment.step) / Math.max(last, 1)}%` }}
              title={moment.text}
            />
          ))}
        </div>
        <Slider
          size="sm"
          min={0}
          max={last}
          value={Math.max(step, 0)}
          onChange={go}
          label={null}
          thumbLabel="Line of the transcript"
        />
      </div>
      <NativeSelect
        size="xs"
        aria-label="Speed of the replay"
        className={classes.speed}
        value={String(speed)}
        onChange={(event) => setSpeed(Number(event.currentTarget.value) as Speed)}
        data={SPEEDS.map((value) => ({ value: String(value), label: `${value}×` }))}
      />
      <ActionIcon
        variant={isNewest ? 'subtle' : 'filled'}
        color={isNewest ? undefined : 'amber'}
        aria-label={running ? 'Back to live' : 'Last line'}
        disabled={isNewest}
        onClick={() => act({ type: 'newest' })}
      >
        <IconPlayerSkipForwardFilled size={16} />
      </ActionIcon>
    </div>
  );
}
