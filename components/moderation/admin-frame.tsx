import type { ReactNode } from 'react';
import classes from '@/components/console/console-nav.module.css';
import { AdminNav } from './admin-nav';

/** The frame of the pages of moderators and administrators: side bar and content. */
export function AdminFrame({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <AdminNav isAdmin={isAdmin} />
      </div>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
