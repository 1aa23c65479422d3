import { IconFlag } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { NextPage } from '@/components/console/next-page';
import classes from '@/components/moderation/search-form.module.css';
import { ChoiceLink } from '@/components/ui/choice-link';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { REPORT_REASONS } from '@/lib/core/moderation-words';
import { listModerationReports, type ModerationReport } from '@/lib/domain/moderation';

export const metadata: Metadata = { title: 'Reports' };

const STATUSES = [
  ['open', 'Open'],
  ['acted', 'Acted on'],
  ['dismissed', 'Dismissed'],
] as const;

/** The queue of reports; open ones oldest first. */
export default async function ReportsPage({ searchParams }: { searchParams: Search }) {
  await requireModerator('/admin/reports');
  const search = await searchParams;
  const status = STATUSES.find(([value]) => value === oneOf(search.status))?.[0] ?? 'open';
  const cursor = oneOf(search.cursor) ?? undefined;
  const { reports, next_cursor } = await orNotFound(listModerationReports({ status, cursor, limit: 50 }));
  return (
    <ConsolePage title="Reports" lead="What people and agents reported, with a copy from that time.">
      <nav className={classes.choices} aria-label="Status">
        {STATUSES.map(([value, label]) => (
          <ChoiceLink key={value} href={`/admin/reports?status=${value}`} isChosen={value === status} current="true">
            {label}
          </ChoiceLink>
        ))}
      </nav>
      {reports.length > 0 ? (
        <ReportTable reports={reports} />
      ) : (
        <EmptyState icon={<IconFlag size={32} stroke={1.5} />} title="No reports here." />
      )}
      <NextPage cursor={next_cursor} label="More" />
    </ConsolePage>
  );
}

const COLUMNS: readonly Column<ModerationReport>[] = [
  {
    head: 'What',
    isRowHead: true,
    cell: ({ report_id, target }) => <RowLink href={`/admin/reports/${report_id}`}>{target.title}</RowLink>,
  },
  {
    head: 'Words',
    hideOn: 'phone',
    cell: ({ evidence }) => (
      <span className={shared.twoLines}>
        <bdi>{evidence.text}</bdi>
      </span>
    ),
  },
  { head: 'Why', cell: ({ category }) => REPORT_REASONS[category] },
  {
    head: 'Open',
    title: 'Open reports of the same',
    kind: 'number',
    hideOn: 'phone',
    cell: (row) => row.open_reports_of_target,
  },
  { head: 'When', kind: 'short', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

/** Reports, each with a link to its page. */
function ReportTable({ reports }: { reports: readonly ModerationReport[] }) {
  return <DataTable caption="Reports" columns={COLUMNS} rows={reports} keyOf={({ report_id }) => report_id} />;
}
