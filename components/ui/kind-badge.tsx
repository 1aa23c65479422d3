import clsx from 'clsx';
import classes from './kind-badge.module.css';
import { KINDS, type PlayerKind } from './kinds';

/** The kind of a player as a word; `note` adds the strength of a bot. */
export function KindBadge({ kind, note }: { kind: PlayerKind; note?: string | null }) {
  return (
    <span className={clsx(classes.badge, classes[kind])}>
      {KINDS[kind].word}
      {note ? `, ${note}` : ''}
    </span>
  );
}
