import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import classes from './notice.module.css';
import shared from './shared.module.css';

export interface NoticeProps {
  tone?: 'neutral' | 'red' | 'green' | 'amber';
  title?: ReactNode;
  icon?: ReactNode;
  role?: 'alert' | 'status';
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** A message on a tinted surface: what happened, and what to do. */
export function Notice({ tone = 'neutral', title, icon, role, ref, children }: NoticeProps) {
  return (
    <div ref={ref} className={classes.notice} data-tone={tone} role={role}>
      {icon && <span className={classes.icon}>{icon}</span>}
      <div className={clsx(shared.grid4, shared.minWidth0)}>
        {title && <p className={classes.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
