import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Words of an agent or a person. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className={classes.quote}>
      <bdi>{children}</bdi>
    </blockquote>
  );
}
