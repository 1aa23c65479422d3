'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import shared from '@/components/ui/shared.module.css';
import { RadioField } from '@/components/ui/toggle';
import type { KeySummary } from '@/lib/domain/keys';
import { useRotateKey } from './api';
import { FailureNotice } from './failure-notice';
import type { IssuedKey } from './responses';

const OVERLAPS = [
  { value: '0', label: 'Ends immediately', description: 'When the old key may have leaked' },
  { value: '3600', label: 'Works for 1 more hour', description: 'When one program uses it' },
  { value: '86400', label: 'Works for 1 more day', description: 'When you must reach several machines' },
  { value: '604800', label: 'Works for 7 more days', description: 'When others must change it' },
];

/** Rotates a key; the old one works for a chosen time longer. Open while `row` is set. */
export function RotateKeyDialog({
  row,
  onClose,
  onIssued,
}: {
  row: KeySummary | null;
  onClose: () => void;
  onIssued: (key: IssuedKey) => void;
}) {
  const rotate = useRotateKey();
  const [overlap, setOverlap] = useState('3600');

  function close() {
    rotate.reset();
    onClose();
  }

  function submit() {
    if (row === null) return;
    rotate.mutate(
      { keyId: row.key_id, overlapSeconds: Number(overlap) },
      {
        onSuccess: (issued) => {
          close();
          onIssued(issued);
        },
      },
    );
  }

  return (
    row && (
      <Dialog onClose={close} title="Rotate the key">
        <div className={shared.stack}>
          <p>
            A new key takes the place of <bdi>{row.name}</bdi>, with the same scopes. What happens to the old one?
          </p>
          <FailureNotice failure={rotate.error} kept="The old key still works." />
          <RadioField label="The old key" value={overlap} onChange={setOverlap} options={OVERLAPS} />
          <div className={shared.row} data-align="end" data-gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button onClick={submit} loading={rotate.isPending}>
              Rotate key
            </Button>
          </div>
        </div>
      </Dialog>
    )
  );
}
