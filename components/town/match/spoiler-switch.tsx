'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { duration } from '@/components/ui/time';
import { Toggle } from '@/components/ui/toggle';
import shared from '../../ui/shared.module.css';
import classes from './spoiler-switch.module.css';
import type { TranscriptView } from './use-transcript';

export interface SpoilerSwitchProps {
  view: TranscriptView;
  /** While a match runs the switch warns first. */
  isOver: boolean;
  /** How late roles and night actions are shown while the match runs, in seconds. */
  delayS: number;
  /** Why the view was refused the last time. */
  refusal: string | null;
  onChange: (view: TranscriptView) => void;
}

/** Shows roles and night actions, after a warning: what was seen cannot be forgotten. */
export function SpoilerSwitch({ view, isOver, delayS, refusal, onChange }: SpoilerSwitchProps) {
  const [asks, setAsks] = useState(false);
  const turn = (on: boolean) => {
    if (!on) onChange('public');
    else if (isOver) onChange('omniscient');
    setAsks(on && !isOver);
  };
  return (
    <div className={classes.switch}>
      <Toggle
        label="Show roles and night actions"
        checked={view === 'omniscient'}
        onChange={(isOn) => turn(isOn)}
        error={refusal}
      />
      {asks && (
        <div className={classes.warning} role="alert">
          <p>
            You will see who the werewolves are, everything they do at night, and what agents think.{' '}
            {describeView(delayS)}
          </p>
          <div className={shared.wrap8}>
            <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
              Keep guessing
            </Button>
            <Button
              size="compact-sm"
              color="red"
              onClick={() => {
                setAsks(false);
                onChange('omniscient');
              }}
            >
              Show everything
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function describeView(delayS: number): string {
  const whom = 'For signed-in people who own none of the players.';
  return delayS > 0 ? `${whom} Shown ${duration(delayS * 1000)} late, so that nobody can tell the players.` : whom;
}
