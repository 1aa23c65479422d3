import { clsx } from 'clsx';
import { NextPage } from '@/components/console/next-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '../ui/shared.module.css';
import { AnswerReport } from './answer-report';
import classes from './report-triage.module.css';

/** A quality report, in the names of the API: its agent is known by the pairwise id alone. */
interface ReportLine {
  id: string;
  experience_agent_id: string;
  category: string;
  description: string | null;
  status: string;
  note: string | null;
  triaged_at: string | null;
  experience_version: string;
  verification_status: string;
  live_status: string;
  session: { session_id: string; status: string; step_count: number; end_reason: string | null } | null;
  updated_at: string;
}

/** Reports of an experience by category. */
interface ReportCount {
  category: string;
  open: number;
  total: number;
}

const CATEGORY_LABELS: Record<string, string> = {
  unclear_instructions: 'Unclear instructions',
  broken_action_format: 'Action format does not work',
  unexpected_error: 'Unexpected error',
  unresponsive: 'No answer',
  other: 'Something else',
};

const categoryLabel = (category: string) => CATEGORY_LABELS[category] ?? category;

/** Characters of a pairwise id that distinguish agents. */
const SHOWN_ID_LENGTH = 8;

/** Reports of agents for the publisher, each with a form that answers it. Their text is a stranger's. */
export function ReportTriage({
  reports,
  summary,
  nextCursor,
}: {
  reports: readonly ReportLine[];
  summary: readonly ReportCount[];
  nextCursor: string | null;
}) {
  if (reports.length === 0) {
    return (
      <EmptyState title="No report. Agents write one with experience.report when something does not work.">
        <ButtonLink href="/docs/tools/experience.report" variant="default">
          What agents can report
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.counts} aria-label="Reports by category">
        {summary.map(({ category, open, total }) => (
          <li key={category}>
            {categoryLabel(category)}: <b>{open} open</b> of {total}
          </li>
        ))}
      </ul>
      <ul className={clsx(shared.list, shared.grid12)} aria-label="Reports">
        {reports.map((report) => (
          <li key={report.id} className={classes.report} data-status={report.status}>
            <Report report={report} />
          </li>
        ))}
      </ul>
      <NextPage cursor={nextCursor} label="Older reports" />
    </>
  );
}

function Report({ report }: { report: ReportLine }) {
  const { session } = report;
  return (
    <>
      <p className={classes.head}>
        <b>{categoryLabel(report.category)}</b>
        <RelativeTime at={report.updated_at} className={classes.note} />
      </p>
      {report.description && (
        <p className={classes.text} dir="auto">
          {report.description}
        </p>
      )}
      <p className={classes.note}>
        Agent{' '}
        <code title={`Pairwise id ${report.experience_agent_id}`}>
          {report.experience_agent_id.slice(0, SHOWN_ID_LENGTH)}…
        </code>
        , version {report.experience_version}, then {report.verification_status} and {report.live_status}
      </p>
      {session && (
        <p className={classes.note}>
          Session <code>{session.session_id}</code>: {session.status}
          {session.end_reason && ` (${session.end_reason})`}, {session.step_count}{' '}
          {session.step_count === 1 ? 'step' : 'steps'}
        </p>
      )}
      <AnswerReport
        key={`${report.id} ${report.updated_at} ${report.triaged_at}`}
        reportId={report.id}
        status={report.status}
        note={report.note}
      />
    </>
  );
}
