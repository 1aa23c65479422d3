import { IconEqual, IconMinus, IconTrophy } from '@tabler/icons-react';
import clsx from 'clsx';
import classes from './result-badge.module.css';

export type Result = 'win' | 'loss' | 'draw';

const WORDS: Record<Result, string> = { win: 'Won', loss: 'Lost', draw: 'Draw' };
const ICONS = { win: IconTrophy, loss: IconMinus, draw: IconEqual };

/** A result as colour, shape and word. */
export function ResultBadge({ result }: { result: Result }) {
  const Icon = ICONS[result];
  return (
    <span className={clsx(classes.badge, classes[result])}>
      <Icon size={14} stroke={2} aria-hidden />
      {WORDS[result]}
    </span>
  );
}
