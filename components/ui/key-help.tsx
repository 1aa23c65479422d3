'use client';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import classes from './key-help.module.css';

/** One row of the key list: the keys and what they do. */
export interface KeyRow {
  keys: readonly string[];
  does: string;
}

const EVERYWHERE: readonly KeyRow[] = [
  { keys: ['⌘ K', 'Ctrl K'], does: 'Search' },
  { keys: ['?'], does: 'Show the keys' },
];

interface Keys {
  open: () => void;
  /** The keys of the current page, beside those of all pages. */
  declare: (rows: readonly KeyRow[]) => void;
}

const KeysContext = createContext<Keys | null>(null);

/** Loaded when the keys are shown for the first time. */
const KeyDialog = dynamic(() => import('./key-dialog').then((module) => module.KeyDialog), { ssr: false });

/** `?` shows the keys of the current page. */
export function KeyHelpProvider({ children }: { children: ReactNode }) {
  const [opened, { open: show, close }] = useDisclosure(false);
  const [isWanted, setWanted] = useState(false);
  const [rows, declare] = useState<readonly KeyRow[]>([]);
  const open = useCallback(() => {
    setWanted(true);
    show();
  }, [show]);
  const keys = useMemo(() => ({ open, declare }), [open]);
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ]);
  return (
    <KeysContext value={keys}>
      {children}
      {isWanted && <KeyDialog rows={[...rows, ...EVERYWHERE]} opened={opened} onClose={close} />}
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
