'use client';
import { Kbd, Modal } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
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

/** `?` shows the keys of this page. */
export function KeyHelp({ rows, button = true }: { rows: readonly KeyRow[]; button?: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ]);
  return (
    <>
      {button && (
        <button type="button" className={classes.button} onClick={open}>
          <Kbd size="xs">?</Kbd> Keys
        </button>
      )}
      <Modal opened={opened} onClose={close} title="Keys" centered size="sm">
        <dl className={classes.rows}>
          {[...rows, ...EVERYWHERE].map((row) => (
            <div key={row.does} className={classes.row}>
              <dt>
                {row.keys.map((key) => (
                  <Kbd key={key} size="sm">
                    {key}
                  </Kbd>
                ))}
              </dt>
              <dd>{row.does}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  );
}
