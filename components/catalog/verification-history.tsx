import { StatusWord } from '@/components/console/status-word';
import { type Column, DataTable } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatCount } from '@/components/ui/text';
import { duration } from '@/components/ui/time';
import type { VerificationReport } from '@/lib/domain/verification';
import { titleOfCheck } from './verification-report';

const TRIGGER_LABELS: Record<string, string> = {
  register: 'It was published',
  update: 'It was changed',
  manual: 'You asked for it',
  schedule: 'Once a day',
};

/** The first check that failed, with what was found; null for a run without one. */
const faultOf = ({ checks }: VerificationReport) => checks.find(({ outcome }) => outcome === 'failed') ?? null;

const COLUMNS: readonly Column<VerificationReport>[] = [
  { head: 'When', isRowHead: true, cell: ({ started_at: at }) => <RelativeTime at={at} /> },
  { head: 'Why', hideOn: 'phone', cell: ({ trigger }) => TRIGGER_LABELS[trigger] ?? trigger },
  {
    head: 'Result',
    cell: (run) => {
      const fault = faultOf(run);
      const changes = run.definition_changes.length;
      if (fault)
        return (
          <>
            <StatusWord tone="bad">{titleOfCheck(fault.check)} failed</StatusWord> {fault.message}
          </>
        );
      if (changes > 0) return <StatusWord tone="wait">{formatCount(changes, 'changed tool')}</StatusWord>;
      return <StatusWord tone="good">passed</StatusWord>;
    },
  },
  {
    head: 'Took',
    kind: 'number',
    hideOn: 'phone',
    cell: ({ started_at: start, finished_at: end }) => (end ? duration(Date.parse(end) - Date.parse(start)) : '–'),
  },
];

/** Verifications of an experience that have ended, the newest first. */
export function VerificationHistory({ runs }: { runs: readonly VerificationReport[] }) {
  return (
    <DataTable caption="Earlier verifications" columns={COLUMNS} rows={runs} keyOf={({ verification_id: id }) => id} />
  );
}
