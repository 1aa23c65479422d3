'use client';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { useChange } from './api';
import { ConfirmDialog } from './confirm-dialog';
import type { ApiRequest } from './request';

/** A button that asks before it changes something; afterwards the page fetches its data again, or another one opens. */
export function ConfirmButton({
  label,
  title,
  explanation,
  action,
  keep,
  toRequest,
  kept,
  isDanger = true,
  nextPage,
  onSuccess,
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
  /** The page that opens afterwards; without it this one stays. */
  nextPage?: string;
  /** Runs after the change, also when the dialog was closed before the answer. */
  onSuccess?: () => void;
} & Pick<ButtonLook, 'size' | 'variant' | 'leftSection'>) {
  const router = useRouter();
  const [opened, dialog] = useDisclosure(false);
  const change = useChange<void, unknown>(toRequest, onSuccess);

  function close() {
    change.reset();
    dialog.close();
  }

  function finish() {
    if (nextPage) router.push(nextPage);
    else close();
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
        isBusy={change.isPending || (nextPage !== undefined && change.isSuccess)}
        onConfirm={() => change.mutate(undefined, { onSuccess: finish })}
      >
        {explanation}
      </ConfirmDialog>
    </>
  );
}
