import type { ReactNode } from 'react';
import classes from './choice-link.module.css';
import { Link } from './link';

/** A link that chooses one of several values, so that the choice is in the address. */
export function ChoiceLink({
  href,
  isChosen,
  current = 'page',
  children,
}: {
  href: string;
  isChosen: boolean;
  /** What the link of the choice is: the current page, or one of its filters. */
  current?: 'page' | 'true';
  children: ReactNode;
}) {
  return (
    <Link className={classes.choice} href={href} aria-current={isChosen ? current : undefined}>
      {children}
    </Link>
  );
}
