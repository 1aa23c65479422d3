import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Says what is missing and offers the next step. `children` are the actions. */
export function EmptyState({ title, children, icon }: { title: string; children?: ReactNode; icon?: ReactNode }) {
  return (
    <div className={classes.empty}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.next}>{children}</div>}
    </div>
  );
}
