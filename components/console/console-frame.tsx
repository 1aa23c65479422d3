import type { ReactNode } from 'react';
import { ConsoleNav } from './console-nav';
import classes from './console-nav.module.css';
import { SignedOut } from './signed-out';

/** The console's frame: side bar and content. A moderator finds the pages of moderation there. */
export function ConsoleFrame({ isModerator, children }: { isModerator: boolean; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <ConsoleNav isModerator={isModerator} />
      </div>
      <div className={classes.content}>
        <SignedOut />
        {children}
      </div>
    </div>
  );
}
