import clsx from 'clsx';
import type { ReactNode } from 'react';
import classes from './status-word.module.css';

/** A state as a word with a shape and a colour: live and good are filled, done is hollow, bad is square. */
export function StatusWord({
  tone,
  children,
}: {
  tone: 'live' | 'good' | 'done' | 'wait' | 'bad';
  children: ReactNode;
}) {
  return <span className={clsx(classes.word, classes[tone])}>{children}</span>;
}
