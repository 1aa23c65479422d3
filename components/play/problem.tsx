import type { ReactNode } from 'react';
import classes from './problem.module.css';

/** A failure, announced immediately. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
}
