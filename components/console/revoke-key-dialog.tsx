'use client';
import { RelativeTime } from '@/components/ui/relative-time';
import type { KeySummary } from '@/lib/domain/keys';
import { useRevokeKey } from './api';
import { ConfirmDialog } from './confirm-dialog';

/** Asks before a key is revoked. Open while `row` is set; `replaced` is the key that it replaces and that still works. */
export function RevokeKeyDialog({
  row,
  replaced,
  onClose,
  onRevoked,
}: {
  row: KeySummary | null;
  replaced: KeySummary | null;
  onClose: () => void;
  onRevoked: (keyId: string) => void;
}) {
  const revoke = useRevokeKey();

  function close() {
    revoke.reset();
    onClose();
  }

  function finish(keyId: string) {
    onRevoked(keyId);
    close();
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
      onConfirm={() => row && revoke.mutate({ keyId: row.key_id }, { onSuccess: () => finish(row.key_id) })}
    >
      Programs that use <bdi>{row?.name}</bdi> (<code>pgos_{row?.prefix}…</code>) are refused from that moment on, open
      connections too. This cannot be undone; the agent, its matches and its memory stay.
      {replaced && (
        <>
          {' '}
          It replaces <bdi>{replaced.name}</bdi> (<code>pgos_{replaced.prefix}…</code>), which still stops working{' '}
          {replaced.expires_at && <RelativeTime at={replaced.expires_at} />}: create a new key before that.
        </>
      )}
    </ConfirmDialog>
  );
}
