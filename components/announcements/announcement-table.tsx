'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';
import { type Column, DataTable } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Announcement } from '@/lib/domain/announcements';

const COLUMNS: readonly Column<Announcement>[] = [
  { head: 'Text', isRowHead: true, cell: ({ text }) => <bdi>{text}</bdi> },
  { head: 'Severity', hideOn: 'phone', cell: ({ severity }) => (severity === 'info' ? 'notice' : severity) },
  { head: 'From', kind: 'short', hideOn: 'phone', cell: ({ starts_at: at }) => <RelativeTime at={at} /> },
  { head: 'Until', kind: 'short', cell: ({ ends_at: at }) => <RelativeTime at={at} /> },
  {
    head: '',
    cell: ({ announcement_id: id, text }) => (
      <ConfirmButton
        label="Remove"
        title="Remove the announcement?"
        explanation={<bdi>{text}</bdi>}
        action="Remove"
        keep="Keep it"
        kept="Pages still show it."
        size="compact-sm"
        toRequest={() => ({ method: 'DELETE', path: `/v1/announcements/${id}`, answer: ignoredSchema })}
      />
    ),
  },
];

/** Announcements that have not ended. */
export function AnnouncementTable({ announcements }: { announcements: readonly Announcement[] }) {
  return (
    <DataTable
      caption="Announcements"
      columns={COLUMNS}
      rows={announcements}
      keyOf={({ announcement_id: id }) => id}
      scrolls
    />
  );
}
