'use client';
import { useRouter } from 'next/navigation';
import { useStream } from '@/components/live/use-stream';
import { Button, ButtonLink } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import type { OwnerExport } from '@/lib/domain/exports';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { StatusWord } from './status-word';

const STATES = {
  pending: { label: 'being made', tone: 'wait' },
  ready: { label: 'ready', tone: 'good' },
  failed: { label: 'not available', tone: 'bad' },
} as const;

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function RemoveExport({ exportId }: { exportId: string }) {
  const remove = useChange<void, unknown>(() => ({
    method: 'DELETE',
    path: `/api/console/exports/${exportId}`,
    answer: ignoredSchema,
  }));
  return (
    <>
      <Button size="compact-sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
        Remove
      </Button>
      <FailureNotice failure={remove.error} kept="The archive is still there." />
    </>
  );
}

const COLUMNS: readonly Column<OwnerExport>[] = [
  {
    head: 'Asked for',
    isRowHead: true,
    cell: ({ requested_at: at, error }) => (
      <>
        <RelativeTime at={at} className={table.main} />
        {error !== null && <span className={table.sub}>{error}</span>}
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ status, bytes }) => (
      <StatusWord tone={STATES[status].tone}>
        {STATES[status].label}
        {bytes !== null && `, ${sizeOf(bytes)}`}
      </StatusWord>
    ),
  },
  { head: 'Removed', kind: 'short', hideOn: 'phone', cell: ({ expires_at: at }) => <RelativeTime at={at} /> },
  {
    head: '',
    cell: ({ export_id: exportId, status }) =>
      status === 'ready' && (
        <div className={table.actions}>
          <ButtonLink reloads size="compact-sm" href={`/console/account/exports/${exportId}`}>
            Download
          </ButtonLink>
          <RemoveExport exportId={exportId} />
        </div>
      ),
  },
];

/** The archives of an owner, each with a way to download and to remove it. */
export function ExportTable({ lines }: { lines: readonly OwnerExport[] }) {
  const router = useRouter();
  const isBusy = lines.some(({ status }) => status === 'pending');
  // What becomes of an archive is among the news of its owner.
  const look = () => router.refresh();
  useStream({ stream: 'owner', enabled: isBusy, onSnapshot: look, onEvents: look });
  return (
    <DataTable caption="Archives of your data" columns={COLUMNS} rows={lines} keyOf={({ export_id }) => export_id} />
  );
}

/** Asks for an archive. */
export function RequestExport({ isBusy }: { isBusy: boolean }) {
  const ask = useChange<void, unknown>(() => ({
    method: 'POST',
    path: '/api/console/exports',
    body: {},
    answer: ignoredSchema,
  }));
  return (
    <div>
      <FailureNotice failure={ask.error} kept="No archive is being made." />
      <Button onClick={() => ask.mutate()} loading={ask.isPending} disabled={isBusy}>
        {isBusy ? 'An archive is being made' : 'Make an archive'}
      </Button>
    </div>
  );
}
