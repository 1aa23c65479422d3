'use client';
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useChange } from './api';
import { ConfirmDialog } from './confirm-dialog';
import type { ApiRequest } from './request';

/** A button that asks before it changes something; afterwards the page fetches its data again. */
export function ConfirmButton({
  label,
  title,
  explanation,
  action,
  keep,
  toRequest,
  kept,
  isDanger = true,
  ...button
}: {
  label: string;
  title: string;
  explanation: ReactNode;
  /** The button that does it. */
  action: string;
  /** The button that does not. */
  keep: string;
  toRequest: () => ApiRequest<unknown>;
  /** What is unchanged after a failure. */
  kept: string;
  isDanger?: boolean;
} & Pick<ButtonProps, 'size' | 'variant' | 'leftSection'>) {
  const [opened, dialog] = useDisclosure(false);
  const change = useChange<void, unknown>(toRequest);

  function close() {
    change.reset();
    dialog.close();
  }

  return (
    <>
      <Button
        variant={isDanger ? 'light' : 'default'}
        color={isDanger ? 'red' : undefined}
        onClick={dialog.open}
        {...button}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        failure={change.error}
        kept={kept}
        keep={keep}
        action={action}
        isDanger={isDanger}
        isBusy={change.isPending}
        onConfirm={() => change.mutate(undefined, { onSuccess: close })}
      >
        {explanation}
      </ConfirmDialog>
    </>
  );
}
