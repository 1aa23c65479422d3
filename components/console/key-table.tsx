'use client';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { RelativeTime } from '@/components/ui/relative-time';
import type { IssuedKey, Key } from './responses';
import { RevokeKeyDialog } from './revoke-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';
import rows from './rows.module.css';
import { presetOf } from './scope-presets';
import { StatusWord } from './status-word';
import { MaybeTime } from './time';

const STATUS: Record<Key['status'], { word: string; tone: 'good' | 'wait' | 'done' }> = {
  active: { word: 'Active', tone: 'good' },
  replaced: { word: 'Being replaced', tone: 'wait' },
  expired: { word: 'Ended', tone: 'done' },
  revoked: { word: 'Revoked', tone: 'done' },
};

function works(key: Key): boolean {
  return key.status === 'active' || key.status === 'replaced';
}

/** The keys of an agent: scopes, last use, rotation and revocation. */
export function KeyTable({
  keys,
  onIssued,
  onRevoked,
}: {
  keys: readonly Key[];
  onIssued: (key: IssuedKey) => void;
  onRevoked: (keyId: string) => void;
}) {
  const [rotating, setRotating] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  return (
    <>
      <table className={rows.table}>
        <caption className="visually-hidden">API keys</caption>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col" className={rows.wide}>
              Scopes
            </th>
            <th scope="col">Last used</th>
            <th scope="col" className={rows.wide}>
              Expires
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.key_id} row={key} onRotate={() => setRotating(key)} onRevoke={() => setRevoking(key)} />
          ))}
        </tbody>
      </table>
      <RotateKeyDialog row={rotating} onClose={() => setRotating(null)} onIssued={onIssued} />
      <RevokeKeyDialog
        row={revoking}
        replaced={
          keys.find((key) => revoking !== null && key.replaced_by_key_id === revoking.key_id && works(key)) ?? null
        }
        onClose={() => setRevoking(null)}
        onRevoked={onRevoked}
      />
    </>
  );
}

function KeyRow({ row, onRotate, onRevoke }: { row: Key; onRotate: () => void; onRevoke: () => void }) {
  const status = STATUS[row.status];
  const preset = presetOf(row.scopes);
  return (
    <tr data-ended={!works(row) || undefined}>
      <td>
        <bdi className={rows.main}>{row.name}</bdi>
        <span className={rows.sub}>
          <code>pgos_{row.prefix}…</code>
          <StatusWord tone={status.tone}>{status.word}</StatusWord>
        </span>
      </td>
      <td className={rows.wide} title={row.scopes.join(', ')}>
        {preset?.label ?? `${row.scopes.length} scopes`}
      </td>
      <td className={rows.tight}>
        <MaybeTime at={row.last_used_at} never="Never" />
        {row.last_used_from && <span className={rows.sub}>from {row.last_used_from}</span>}
      </td>
      <td className={rows.wide}>
        {row.revoked_at ? <RelativeTime at={row.revoked_at} /> : <MaybeTime at={row.expires_at} never="Never" />}
      </td>
      <td>
        {works(row) && (
          <Group gap="xs" justify="flex-end" className={rows.actions}>
            {row.status === 'active' && (
              <Button size="compact-sm" variant="default" onClick={onRotate} aria-label={`Rotate ${row.name}`}>
                Rotate
              </Button>
            )}
            <Button size="compact-sm" variant="light" color="red" onClick={onRevoke} aria-label={`Revoke ${row.name}`}>
              Revoke
            </Button>
          </Group>
        )}
      </td>
    </tr>
  );
}
