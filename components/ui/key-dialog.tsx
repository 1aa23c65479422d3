'use client';
import { clsx } from 'clsx';
import { Dialog } from './dialog';
import classes from './key-help.module.css';
import shared from './shared.module.css';

/** One row of the key list: the keys and what they do. */
export interface KeyRow {
  keys: readonly string[];
  does: string;
}

const EVERYWHERE: readonly KeyRow[] = [
  { keys: ['⌘ K', 'Ctrl K'], does: 'Search' },
  { keys: ['?'], does: 'Show the keys' },
];

/** The dialog that lists the keys of a page, and those of all pages. */
export function KeyDialog({ rows, onClose }: { rows: readonly KeyRow[]; onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={clsx(shared.grid8, shared.noMargin)}>
        {[...rows, ...EVERYWHERE].map((row) => (
          <div key={row.does} className={classes.row}>
            <dt>
              {row.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{row.does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
