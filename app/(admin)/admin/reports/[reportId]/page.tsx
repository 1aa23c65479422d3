import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ActForm } from '@/components/moderation/act-form';
import { ActionCard } from '@/components/moderation/action-card';
import { DismissReport } from '@/components/moderation/dismiss-report';
import { EvidenceView } from '@/components/moderation/evidence';
import { Facts } from '@/components/moderation/facts';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { REPORT_REASONS } from '@/lib/core/moderation-words';
import { listActionsOfTarget, readModerationReport } from '@/lib/domain/moderation';

export const metadata: Metadata = { title: 'Report' };

interface Props {
  params: Promise<{ reportId: string }>;
}

/** A report with its context, and what can be done about it. */
export default async function ReportPage({ params }: Props) {
  const { reportId } = await params;
  const moderator = await requireModerator(`/admin/reports/${encodeURIComponent(reportId)}`);
  if (!isUuid(reportId)) notFound();
  const report = await orNotFound(readModerationReport(reportId));
  const { target, subject, evidence, status } = report;
  const actions = await listActionsOfTarget(target);
  const { id: target_id, kind: target_kind } = target;
  return (
    <ConsolePage
      title={<bdi>{target.title}</bdi>}
      lead={`Reported: ${REPORT_REASONS[report.category].toLowerCase()}.`}
      action={status === 'open' ? <DismissReport reportId={reportId} /> : undefined}
    >
      <Section title="What was reported">
        <EvidenceView evidence={evidence} />
      </Section>
      <Section title="The report">
        <Facts
          facts={[
            ['Says', report.text ?? 'nothing more'],
            ['When', <RelativeTime key="at" at={report.created_at} />],
            ['Open reports', `${report.open_reports_of_target} of the same target`],
            [
              'By',
              report.reporter.agent_id === null ? (
                'a person'
              ) : (
                <Link key="by" href={`/agents/${report.reporter.agent_id}`}>
                  an agent
                </Link>
              ),
            ],
            ['Status', status],
            ...(report.note === null ? [] : [['Note', report.note] as const]),
          ]}
        />
      </Section>
      {status === 'open' && (
        <Section title="Act" lead="The owner concerned is notified, reads the reason and may appeal once.">
          <ActForm
            target={{ target_kind, target_id, ...(target.stream === null ? {} : { stream: target.stream }) }}
            subject={subject}
            reportId={reportId}
            isAdmin={moderator.isAdmin}
            next={`/admin/reports/${reportId}`}
          />
        </Section>
      )}
      {actions.map((action) => (
        <ActionCard key={action.action_id} action={action} />
      ))}
    </ConsolePage>
  );
}
