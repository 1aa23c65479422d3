'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import type { KeySummary } from '@/lib/domain/keys';
import type { IssuedKey } from './responses';
import { RevokeKeyDialog } from './revoke-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';
import { presetOf } from './scope-presets';
import { StatusWord } from './status-word';
import { MaybeTime } from './time';

const STATUS: Record<KeySummary['status'], { word: string; tone: 'good' | 'wait' | 'done' }> = {
  active: { word: 'Active', tone: 'good' },
  replaced: { word: 'Being replaced', tone: 'wait' },
  expired: { word: 'Ended', tone: 'done' },
  revoked: { word: 'Revoked', tone: 'done' },
};

function works(key: KeySummary): boolean {
  return key.status === 'active' || key.status === 'replaced';
}

/** A key, with the beginning of the one that took its place: both have the same name. */
interface KeyLine {
  own: KeySummary;
  replacement: string | null;
}

const COLUMNS: readonly Column<KeyLine>[] = [
  {
    head: 'Key',
    cell: ({ own: { name, prefix, status }, replacement }) => (
      <>
        <bdi className={table.main}>{name}</bdi>
        <span className={table.sub}>
          <code>pgos_{prefix}…</code>
          <StatusWord tone={STATUS[status].tone}>{STATUS[status].word}</StatusWord>
        </span>
        {replacement && (
          <span className={table.sub}>
            by <code>pgos_{replacement}…</code>
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Scopes',
    hideOn: 'phone',
    cell: ({ own: { scopes } }) => (
      <span title={scopes.join(', ')}>{presetOf(scopes)?.label ?? `${scopes.length} scopes`}</span>
    ),
  },
  {
    head: 'Last used',
    kind: 'short',
    cell: ({ own: { last_used_at, last_used_from } }) => (
      <>
        <MaybeTime at={last_used_at} never="Not used yet" />
        {last_used_from && <span className={table.sub}>from {last_used_from}</span>}
      </>
    ),
  },
  {
    head: 'Ends',
    hideOn: 'phone',
    cell: ({ own: { revoked_at, expires_at } }) =>
      revoked_at ? <RelativeTime at={revoked_at} /> : <MaybeTime at={expires_at} never="Does not end" />,
  },
];

/** The keys of an agent: scopes, last use, rotation and revocation. */
export function KeyTable({
  keys,
  onIssued,
  onRevoked,
}: {
  keys: readonly KeySummary[];
  onIssued: (key: IssuedKey) => void;
  onRevoked: (keyId: string) => void;
}) {
  const [rotating, setRotating] = useState<KeySummary | null>(null);
  const [revoking, setRevoking] = useState<KeySummary | null>(null);
  const open = { onRotate: setRotating, onRevoke: setRevoking };
  const prefixes = new Map(keys.map(({ key_id, prefix }) => [key_id, prefix]));
  const lines = keys.map((own) => ({ own, replacement: prefixes.get(own.replaced_by_key_id ?? '') ?? null }));
  return (
    <>
      <DataTable
        caption="API keys"
        columns={[...COLUMNS, { head: '', cell: ({ own }) => works(own) && <KeyActions row={own} {...open} /> }]}
        rows={lines}
        keyOf={({ own }) => own.key_id}
        rowProps={({ own }) => ({ 'data-ended': !works(own) || undefined })}
      />
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

interface ActionProps {
  row: KeySummary;
  onRotate: (key: KeySummary) => void;
  onRevoke: (key: KeySummary) => void;
}

function KeyActions({ row, onRotate, onRevoke }: ActionProps) {
  return (
    <div className={table.actions}>
      {row.status === 'active' && (
        <Button size="compact-sm" variant="default" onClick={() => onRotate(row)} aria-label={`Rotate ${row.name}`}>
          Rotate
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        onClick={() => onRevoke(row)}
        aria-label={`Revoke ${row.name}`}
      >
        Revoke
      </Button>
    </div>
  );
}
