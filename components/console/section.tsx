import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import shared from '../ui/shared.module.css';
import classes from './section.module.css';

/** A section of a console page: heading, optional lead and action, content. */
export function Section({
  title,
  lead,
  action,
  children,
}: {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id} className={clsx(shared.textLg, shared.bold, shared.noMargin)}>
            {title}
          </h2>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
