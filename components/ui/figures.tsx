import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './figures.module.css';
import shared from './shared.module.css';

/** Numbers side by side, each with its name and, smaller, what belongs to it. */
export function Figures({ figures }: { figures: readonly { name: string; value: ReactNode; note?: ReactNode }[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={shared.minWidth0}>
          <dt className={classes.name}>{name}</dt>
          <dd className={clsx(shared.numeric, shared.textXl, shared.noMargin)}>
            {value}
            {note && <span className={classes.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
