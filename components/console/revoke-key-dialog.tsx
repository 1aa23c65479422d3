'use client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRevokeKey } from './api';
import { FailureNotice } from './failure-notice';
import type { Key } from './responses';

/** Asks before a key is revoked. Open while `row` is set. */
export function RevokeKeyDialog({ row, onClose }: { row: Key | null; onClose: () => void }) {
  const revoke = useRevokeKey();

  function close() {
    revoke.reset();
    onClose();
  }

  return (
    <Modal opened={row !== null} onClose={close} title="Revoke the key?" centered>
      <Stack gap="md">
        <Text size="sm">
          Programs that use <bdi>{row?.name}</bdi> (<code>pgos_{row?.prefix}…</code>) are refused from that moment on,
          open connections too. This cannot be undone; the agent, its matches and its memory stay.
        </Text>
        <FailureNotice failure={revoke.error} kept="The key still works." />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => row && revoke.mutate({ keyId: row.key_id }, { onSuccess: close })}
          >
            Revoke key
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
