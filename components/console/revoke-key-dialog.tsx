'use client';
import { useRevokeKey } from './api';
import { ConfirmDialog } from './confirm-dialog';
import type { Key } from './responses';

/** Asks before a key is revoked. Open while `row` is set. */
export function RevokeKeyDialog({ row, onClose }: { row: Key | null; onClose: () => void }) {
  const revoke = useRevokeKey();

  function close() {
    revoke.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={row !== null}
      onClose={close}
      title="Revoke the key?"
      failure={revoke.error}
      kept="The key still works."
      keep="Keep it"
      action="Revoke key"
      isBusy={revoke.isPending}
      onConfirm={() => row && revoke.mutate({ keyId: row.key_id }, { onSuccess: close })}
    >
      Programs that use <bdi>{row?.name}</bdi> (<code>pgos_{row?.prefix}…</code>) are refused from that moment on, open
      connections too. This cannot be undone; the agent, its matches and its memory stay.
    </ConfirmDialog>
  );
}
