import clsx from 'clsx';
import classes from './kind-badge.module.css';
import { KINDS, type PlayerKind } from './kinds';

/** The kind of a player as a word, or as a closer one; `note` adds the strength of a bot. */
export function KindBadge({ kind, word, note }: { kind: PlayerKind; word?: string; note?: string | null }) {
  return (
    <span className={clsx(classes.badge, classes[kind])}>
      {word ?? KINDS[kind].word}
      {note ? `, ${note}` : ''}
    </span>
  );
}
