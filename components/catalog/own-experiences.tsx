import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import { LiveBadge, VerificationBadge } from './badges';

/** An experience in the list of its publisher. */
export interface OwnLine {
  id: string;
  name: string;
  version: string;
  tier: number;
  listed: boolean;
  verification_status: string;
  live_status: { status: string; current_players: number };
  live_since: string | null;
  updated_at: string;
}

const COLUMNS: Column<OwnLine>[] = [
  {
    head: 'Experience',
    cell: (line) => (
      <>
        <RowLink href={`/publish/${line.id}`}>{line.name}</RowLink>
        <span className={table.sub}>
          <code>{line.version}</code>
          {!line.listed && 'unlisted'}
        </span>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ live_status: live, live_since: since, tier, verification_status: status }) => (
      <>
        <VerificationBadge status={status} tier={tier} />
        {tier === 2 && (
          <span className={table.sub}>
            <LiveBadge status={live.status} players={live.current_players} since={since} />
          </span>
        )}
      </>
    ),
  },
  { head: 'Changed', hideOn: 'phone', cell: (line) => <RelativeTime at={line.updated_at} /> },
];

/** The experiences of a publisher. */
export function OwnExperiences({ lines }: { lines: readonly OwnLine[] }) {
  return <DataTable caption="Your experiences" columns={COLUMNS} rows={lines} keyOf={(line) => line.id} />;
}
