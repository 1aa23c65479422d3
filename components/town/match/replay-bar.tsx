import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react';
import { IconButton } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { KeyMoment } from '@/lib/games/werewolf/transcript';
import classes from './replay-bar.module.css';
import { SPEEDS, type Speed, type TranscriptReplay } from './use-transcript-replay';
import { describeMoment } from './words';

export interface ReplayBarProps {
  replay: TranscriptReplay;
  count: number;
  moments: readonly KeyMoment[];
  players: readonly SnapshotPlayer[];
  running: boolean;
}

/** The way through the match: playback with its speed, and a slider with the key moments. */
export function ReplayBar({ replay, count, moments, players, running }: ReplayBarProps) {
  const { state, step, isNewest, act, go, speed, setSpeed } = replay;
  const last = Math.max(count - 1, 0);
  return (
    <div className={classes.bar}>
      <IconButton variant="subtle" aria-label="First line" disabled={step <= 0} onClick={() => act({ type: 'first' })}>
        <IconPlayerSkipBackFilled size={16} />
      </IconButton>
      <IconButton
        variant="subtle"
        aria-label={state.playing ? 'Pause' : 'Play'}
        disabled={count < 2}
        onClick={() => act({ type: 'toggle' })}
      >
        {state.playing ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </IconButton>
      <div className={classes.way}>
        <div className={classes.marks} aria-hidden>
          {moments.map((moment) => (
            <span
              key={`${moment.eventId} ${moment.text}`}
              className={classes.mark}
              data-kind={moment.kind}
              style={{ left: `${(100 * moment.step) / Math.max(last, 1)}%` }}
              title={describeMoment(moment, players)}
            />
          ))}
        </div>
        <input
          type="range"
          className={shared.slider}
          min={0}
          max={last}
          value={Math.max(step, 0)}
          onChange={(event) => go(event.currentTarget.valueAsNumber)}
          aria-label="Line of the transcript"
        />
      </div>
      <SelectField
        aria-label="Speed of the replay"
        className={classes.speed}
        value={String(speed)}
        onChange={(event) => setSpeed(Number(event.currentTarget.value) as Speed)}
        options={SPEEDS.map((value) => ({ value: String(value), label: `${value}×` }))}
      />
      <IconButton
        variant={isNewest ? 'subtle' : 'filled'}
        color={isNewest ? undefined : 'amber'}
        aria-label={running ? 'Back to live' : 'Last line'}
        disabled={isNewest}
        onClick={() => act({ type: 'newest' })}
      >
        <IconPlayerSkipForwardFilled size={16} />
      </IconButton>
    </div>
  );
}
