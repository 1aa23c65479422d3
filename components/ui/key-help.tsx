'use client';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { TYPING } from './early-keys';
import type { KeyRow } from './key-dialog';
import classes from './key-help.module.css';
import { OnDemand } from './on-demand';
import { useKey } from './use-key';

interface Keys {
  open: () => void;
  /** The keys of the current page, beside those of all pages. */
  declare: (rows: readonly KeyRow[]) => void;
}

/** Loaded when the keys are shown for the first time. */
const loadKeys = () => import('./key-dialog').then((module) => module.KeyDialog);

const isHelpKey = ({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent) =>
  key === '?' && !metaKey && !ctrlKey && !altKey && !(target as Element).closest(TYPING);

const KeysContext = createContext<Keys | null>(null);

/** `?` shows the keys of the current page. */
export function KeyHelpProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const [rows, declare] = useState<readonly KeyRow[]>([]);
  const keys = useMemo(() => ({ open: () => setOpened(true), declare }), []);
  useKey(isHelpKey, keys.open);
  return (
    <KeysContext value={keys}>
      {children}
      {opened && <OnDemand load={loadKeys} given={{ rows, onClose: () => setOpened(false) }} />}
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
