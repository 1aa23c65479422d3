import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The frame of an ordinary page: heading, lead, content. */
export function Page({
  title,
  lead,
  narrow,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={narrow ? classes.narrow : classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  );
}
