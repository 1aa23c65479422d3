'use client';
import './dialog-styles';
import { Kbd, Modal } from '@mantine/core';
import type { KeyRow } from './key-help';
import classes from './key-help.module.css';
import { MantineScope } from './mantine-scope';

/** The dialog that lists keys. */
export function KeyDialog({
  rows,
  opened,
  onClose,
}: {
  rows: readonly KeyRow[];
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <MantineScope>
      <Modal opened={opened} onClose={onClose} title="Keys" centered size="sm">
        <dl className={classes.rows}>
          {rows.map((row) => (
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
    </MantineScope>
  );
}
