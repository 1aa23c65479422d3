import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import shared from '@/components/ui/shared.module.css';
import { FailureNotice } from './failure-notice';
import type { RequestFailure } from './request';

/** Asks before something is changed. After a failure it says so and stays open. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  failure,
  kept,
  keep,
  action,
  isDanger = true,
  isBusy,
  onConfirm,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The explanation. */
  children: ReactNode;
  failure: RequestFailure | null;
  /** What is unchanged after a failure. */
  kept: string;
  /** The button that does not change anything. */
  keep: string;
  /** The button that makes the change. */
  action: string;
  isDanger?: boolean;
  isBusy: boolean;
  onConfirm: () => void;
}) {
  return (
    opened && (
      <Dialog onClose={onClose} title={title}>
        <div className={shared.stack}>
          <div>{children}</div>
          <FailureNotice failure={failure} kept={kept} />
          <div className={shared.row} data-align="end" data-gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              {keep}
            </Button>
            <Button color={isDanger ? 'red' : undefined} loading={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  );
}
