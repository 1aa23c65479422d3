import type { ReactNode } from 'react';
import { LogoMark } from '@/components/ui/logo';
import shared from '../ui/shared.module.css';
import classes from './auth-frame.module.css';

/** The frame of the sign-in pages: one card. */
export function AuthFrame({
  title,
  lead,
  children,
  after,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  after?: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="auth-title">
        <LogoMark size={32} />
        <h1 id="auth-title" className={classes.title}>
          {title}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </section>
      {after && <div className={shared.muted}>{after}</div>}
    </div>
  );
}
