'use client';
import { duration } from '@/components/ui/time';
import { Toggle } from '@/components/ui/toggle';
import classes from './view-switch.module.css';

/** Switches to the omniscient view, for people who own none of the players. */
export function ViewSwitch({
  view,
  delayS,
  refusal,
  onChange,
}: {
  view: 'public' | 'omniscient';
  /** How late hidden information is shown, in seconds; 0 when it is shown as it happens. */
  delayS: number;
  /** Why it was refused the last time. */
  refusal: string | null;
  onChange: (view: 'public' | 'omniscient') => void;
}) {
  return (
    <div className={classes.switch}>
      <Toggle
        label="Show hidden information"
        description={`For signed-in people who own none of the players.${delayS > 0 ? ` Shown ${duration(delayS * 1000)} late.` : ''}`}
        error={view === 'public' && refusal}
        checked={view === 'omniscient'}
        onChange={(isOn) => onChange(isOn ? 'omniscient' : 'public')}
      />
    </div>
  );
}
