import type { ReactNode } from 'react';
import classes from './toggle.module.css';

export interface ToggleProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The id of an element that says more. */
  describedBy?: string;
  children: ReactNode;
}

/** A switch with its label, without Mantine, for the pages that must load fast. */
export function Toggle({ checked, onChange, describedBy, children }: ToggleProps) {
  return (
    <label className={classes.label}>
      <input
        className={classes.input}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={describedBy}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
