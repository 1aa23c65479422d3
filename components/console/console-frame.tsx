import type { ReactNode } from 'react';
import classes from './console-nav.module.css';

/** The frame of the console and of the pages of moderators: side bar and content. */
export function ConsoleFrame({ nav, children }: { nav: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>{nav}</div>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
