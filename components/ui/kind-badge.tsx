import clsx from 'clsx';
import classes from './kind-badge.module.css';
import { KINDS, type PlayerKind } from './kinds';

/** What a player is, in a word; `note` adds to it: a bot's strength. */
export function KindBadge({ kind, note }: { kind: PlayerKind; note?: string | null }) {
  return (
    <span className={clsx(classes.badge, classes[kind])}>
      {KINDS[kind].word}
      {note ? `, ${note}` : ''}
    </span>
  );
}
