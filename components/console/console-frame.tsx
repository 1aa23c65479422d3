import type { ReactNode } from 'react';
import { ConsoleNav } from './console-nav';
import classes from './console-nav.module.css';

/** The console's frame: side bar and content. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <ConsoleNav />
      </div>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
