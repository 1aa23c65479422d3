import { clsx } from 'clsx';
import shared from '../ui/shared.module.css';
import classes from './memory-diff.module.css';

/** A key that differs between two versions; undefined: absent. */
export interface DiffLine {
  name: string;
  before: unknown;
  after: unknown;
}

/** What a version changed, by top-level key. */
export function diffDocuments(before: Record<string, unknown>, after: Record<string, unknown>): DiffLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/** A difference as removed and added lines. */
export function MemoryDiff({ lines }: { lines: readonly DiffLine[] }) {
  if (lines.length === 0) return <p className={clsx(shared.mutedColor, shared.noMargin)}>Nothing changed.</p>;
  return (
    <ul className={classes.diff} aria-label="Changes">
      {lines.map(({ name, before, after }) => (
        <li key={name}>
          {before !== undefined && <Line sign="−" name={name} value={before} className={classes.removed} />}
          {after !== undefined && <Line sign="+" name={name} value={after} className={classes.added} />}
        </li>
      ))}
    </ul>
  );
}

function Line({ sign, name, value, className }: { sign: string; name: string; value: unknown; className?: string }) {
  return (
    <code className={className}>
      {sign} {JSON.stringify(name)}: {JSON.stringify(value, null, 2)}
    </code>
  );
}
