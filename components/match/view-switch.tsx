'use client';
import { Switch } from '@mantine/core';
import classes from './view-switch.module.css';

/** Switches to the omniscient view, for people who own none of the players. */
export function ViewSwitch({
  view,
  refusal,
  onChange,
}: {
  view: 'public' | 'omniscient';
  /** Why it was refused the last time. */
  refusal: string | null;
  onChange: (view: 'public' | 'omniscient') => void;
}) {
  return (
    <div className={classes.switch}>
      <Switch
        label="Show hidden information"
        description="For signed-in people who own none of the players."
        checked={view === 'omniscient'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'omniscient' : 'public')}
        error={view === 'public' ? refusal : null}
      />
    </div>
  );
}
