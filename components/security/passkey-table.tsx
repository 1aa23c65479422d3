'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';
import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Factors } from '@/lib/domain/second-factors';

type Passkey = Factors['passkeys'][number];

const COLUMNS: readonly Column<Passkey>[] = [
  {
    head: 'Passkey',
    isRowHead: true,
    cell: ({ name, is_synced: isSynced }) => (
      <>
        <bdi className={table.main}>{name}</bdi>
        <span className={table.sub}>{isSynced ? 'on several devices' : 'on one device'}</span>
      </>
    ),
  },
  { head: 'Added', kind: 'short', hideOn: 'phone', cell: ({ created_at: at }) => <RelativeTime at={at} /> },
  {
    head: 'Last used',
    kind: 'short',
    cell: ({ last_used_at: at }) => (at === null ? 'never' : <RelativeTime at={at} />),
  },
  {
    head: '',
    cell: ({ passkey_id: id, name }) => (
      <ConfirmButton
        label="Remove"
        title="Remove the passkey?"
        explanation={
          <>
            <bdi>{name}</bdi> no longer signs in to this account. Delete it on the device as well.
          </>
        }
        action="Remove"
        keep="Keep it"
        kept="The passkey still works."
        size="compact-sm"
        toRequest={() => ({ method: 'DELETE', path: `/api/console/passkeys/${id}`, answer: ignoredSchema })}
      />
    ),
  },
];

/** The passkeys of an account, each with a way to remove it. */
export function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  return <DataTable caption="Passkeys" columns={COLUMNS} rows={passkeys} keyOf={({ passkey_id: id }) => id} />;
}
