import type { ReactNode } from 'react';
import classes from './disclosure.module.css';

/** Content that is shown when its label is chosen. */
export function Disclosure({
  label,
  isOpen = false,
  children,
}: {
  label: string;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={classes.disclosure} open={isOpen}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
