import type { Metadata } from 'next';
import { requireAdministrator } from '@/app/owner';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { NextPage } from '@/components/console/next-page';
import { type Column, DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { listAdminActions } from '@/lib/domain/admin-log';

export const metadata: Metadata = { title: 'Log' };

type Entry = Awaited<ReturnType<typeof listAdminActions>>['entries'][number];

const COLUMNS: readonly Column<Entry>[] = [
  { head: 'Operation', isRowHead: true, kind: 'code', cell: ({ action }) => action },
  {
    head: 'Arguments',
    hideOn: 'phone',
    className: shared.anywhere,
    cell: ({ input }) => <bdi>{JSON.stringify(input)}</bdi>,
  },
  { head: 'Account', kind: 'code', hideOn: 'phone', cell: ({ owner_id }) => owner_id?.slice(-12) ?? '' },
  { head: 'When', kind: 'short', cell: ({ at }) => <RelativeTime at={at} /> },
];

/** What moderators and administrators changed. */
export default async function LogPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator('/admin/log');
  const cursor = oneOf((await searchParams).cursor);
  const after = cursor !== null && isUuid(cursor) ? cursor : null;
  const { entries, has_more: hasMore } = await listAdminActions({ after, limit: 50 });
  return (
    <ConsolePage
      title="Log"
      lead="What moderators and administrators changed, the newest first. The database refuses to change an entry."
    >
      {entries.length > 0 ? (
        <DataTable
          caption="Changes, the newest first"
          columns={COLUMNS}
          rows={entries}
          keyOf={({ id }) => id}
          scrolls
        />
      ) : (
        <EmptyState title="Nothing was changed yet." />
      )}
      <NextPage cursor={hasMore ? (entries.at(-1)?.id ?? null) : null} />
    </ConsolePage>
  );
}
