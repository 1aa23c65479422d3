import type { ReactNode } from 'react';
import classes from './problem.module.css';

/** Why what was asked for did not happen; said at once. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
}
