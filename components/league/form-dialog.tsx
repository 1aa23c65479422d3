'use client';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import type { ApiRequest } from '@/components/console/request';
import { Button, type ButtonLook } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import shared from '@/components/ui/shared.module.css';

/** A button that opens a small form. */
export function FormDialog({
  label,
  title = label,
  submitLabel,
  toRequest,
  children,
  size,
}: {
  label: string;
  /** Of the dialog; by default the label of the button. */
  title?: string;
  submitLabel: string;
  toRequest: () => ApiRequest<unknown>;
  children: ReactNode;
} & Pick<ButtonLook, 'size'>) {
  const [isOpen, dialog] = useDisclosure(false);
  const add = useChange<void, unknown>(toRequest);

  function close() {
    add.reset();
    dialog.close();
  }

  return (
    <>
      <Button variant="default" size={size} onClick={dialog.open}>
        {label}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={title}>
          <form
            method="post"
            onSubmit={(event) => {
              event.preventDefault();
              add.mutate(undefined, { onSuccess: close });
            }}
          >
            <div className={shared.stack}>
              <FailureNotice failure={add.error} />
              {children}
              <div className={shared.row} data-align="end" data-gap="xs">
                <Button variant="default" onClick={close}>
                  Cancel
                </Button>
                <Button type="submit" loading={add.isPending}>
                  {submitLabel}
                </Button>
              </div>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
