'use client';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import classes from './spoiler-switch.module.css';
import type { StoryView } from './use-story';

export interface SpoilerSwitchProps {
  view: StoryView;
  /** While a match runs the switch warns first. */
  isOver: boolean;
  /** Why the view was refused the last time. */
  refusal: string | null;
  onChange: (view: StoryView) => void;
}

/** Shows roles and night actions, after a warning: what was seen cannot be forgotten. */
export function SpoilerSwitch({ view, isOver, refusal, onChange }: SpoilerSwitchProps) {
  const [asks, setAsks] = useState(false);
  const turn = (on: boolean) => {
    if (!on) onChange('public');
    else if (isOver) onChange('omniscient');
    setAsks(on && !isOver);
  };
  return (
    <div className={classes.switch}>
      <Switch
        label="Show roles and night actions"
        description={isOver ? undefined : 'A spoiler. For signed-in people who own none of the players.'}
        checked={view === 'omniscient'}
        onChange={(event) => turn(event.currentTarget.checked)}
        error={refusal}
      />
      {asks && (
        <div className={classes.warning} role="alert">
          <p>You will see who the werewolves are, and everything they do at night.</p>
          <div className={classes.actions}>
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
