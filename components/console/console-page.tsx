import type { ReactNode } from 'react';
import classes from './console-page.module.css';

/** One page of the console: title, main action, content. */
export function ConsolePage({
  title,
  before,
  lead,
  action,
  children,
}: {
  title: ReactNode;
  /** Shown before the title: a token, a link back. */
  before?: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <header className={classes.head}>
        {before}
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </header>
      {children}
    </>
  );
}
