'use client';
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
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
      <Modal opened={opened} onClose={close} title={title} centered>
        <Stack gap="md">
          <Text size="sm" component="div">
            {explanation}
          </Text>
          <FailureNotice failure={change.error} kept={kept} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              {keep}
            </Button>
            <Button
              color={isDanger ? 'red' : undefined}
              loading={change.isPending}
              onClick={() => change.mutate(undefined, { onSuccess: close })}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
