import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { REPORT_REASONS } from '@/lib/core/moderation-words';
import type { ModerationReport } from '@/lib/domain/moderation';

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
export function ReportTable({ reports }: { reports: readonly ModerationReport[] }) {
  return <DataTable caption="Reports" columns={COLUMNS} rows={reports} keyOf={({ report_id }) => report_id} />;
}
