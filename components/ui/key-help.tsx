'use client';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { KeyRow } from './key-dialog';
import classes from './key-help.module.css';

const EVERYWHERE: readonly KeyRow[] = [
  { keys: ['⌘ K', 'Ctrl K'], does: 'Search' },
  { keys: ['?'], does: 'Show the keys' },
];

interface Keys {
  open: () => void;
  /** The keys of the current page, beside those of all pages. */
  declare: (rows: readonly KeyRow[]) => void;
}

/** Loaded when the keys are shown for the first time. */
const KeyDialog = dynamic(() => import('./key-dialog').then((module) => module.KeyDialog), { ssr: false });

const KeysContext = createContext<Keys | null>(null);

/** `?` shows the keys of the current page. */
export function KeyHelpProvider({ children }: { children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [rows, declare] = useState<readonly KeyRow[]>([]);
  const keys = useMemo(() => ({ open, declare }), [open]);
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ]);
  return (
    <KeysContext value={keys}>
      {children}
      {opened && <KeyDialog rows={[...rows, ...EVERYWHERE]} onClose={close} />}
    </KeysContext>
  );
}

/** Registers the keys of this page, with a button that lists them for keyboards without `?`. */
export function KeyHelp({ rows }: { rows: readonly KeyRow[] }) {
  const keys = useContext(KeysContext);
  useEffect(() => {
    keys?.declare(rows);
    return () => keys?.declare([]);
  }, [keys, rows]);
  if (!keys) return null;
  return (
    <button type="button" className={classes.button} onClick={keys.open}>
      <kbd>?</kbd> Keys
    </button>
  );
}
