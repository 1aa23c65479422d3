import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { orNotFound } from '@/app/(owner)/console/history';
import { siteOrigin } from '@/app/origin';
import { requireOwner } from '@/app/owner';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { LiveBadge, VerificationBadge } from '@/components/catalog/badges';
import { CheckStatus } from '@/components/catalog/check-status';
import { DeleteExperience } from '@/components/catalog/delete-experience';
import { LiveVerification } from '@/components/catalog/live-verification';
import { inManifestOrder, textAt } from '@/components/catalog/manifest-edit';
import { ManifestForm } from '@/components/catalog/manifest-form';
import { PlayStatistics } from '@/components/catalog/play-statistics';
import { ReportTriage } from '@/components/catalog/report-triage';
import { SERVER_KINDS } from '@/components/catalog/server-kinds';
import { STATUS_BADGE_LEAD, StatusBadge } from '@/components/catalog/status-badge';
import { TestConsole } from '@/components/catalog/test-console';
import { UptimeStrip } from '@/components/catalog/uptime-strip';
import { WhatChanged } from '@/components/catalog/what-changed';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { getExperience, isPublisherOf, readUptime } from '@/lib/domain/catalog';
import { listReports, summarizeReports } from '@/lib/domain/feedback';
import { readPlayStatistics } from '@/lib/domain/play-statistics';
import { changeMarkOf, latestVerification } from '@/lib/domain/verification';

interface Props {
  params: Promise<{ experienceId: string }>;
  searchParams: Search;
}

const REPORTS = 10;

/** The experience if the visitor publishes it; else not found. */
const findOwn = cache(async (experienceId: string) => {
  const owner = await requireOwner(`/publish/${experienceId}`);
  if (!isUuid(experienceId)) notFound();
  if (!(await isPublisherOf({ publisher: { agentId: null, ownerId: owner.ownerId }, experienceId }))) notFound();
  return getExperience({ experienceId });
});

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  return { title: (await findOwn((await params).experienceId)).name };
}

/** Whether the manifest says that the server wants a bearer token. */
function needsToken(manifest: Record<string, unknown>): boolean {
  return SERVER_KINDS.some(({ kind }) => textAt(manifest, [kind, 'auth']) === 'bearer');
}

/** One experience for its publisher: live verification, test console, uptime, reports, manifest, deletion. */
export default async function OwnExperiencePage({ params, searchParams }: Props) {
  const experience = await findOwn((await params).experienceId);
  const of = { experienceId: experience.id };
  const cursor = oneOf((await searchParams).cursor) ?? undefined;
  const [run, uptime, reports, summary, statistics] = await Promise.all([
    latestVerification(of),
    readUptime(of),
    orNotFound(listReports({ ...of, cursor, limit: REPORTS })),
    summarizeReports(of),
    readPlayStatistics(of),
  ]);
  return (
    <ConsolePage
      title={<bdi>{experience.name}</bdi>}
      lead={
        <span className={table.sub}>
          <VerificationBadge status={experience.verification_status} tier={experience.tier} />
          <LiveBadge
            status={experience.live_status.status}
            players={experience.live_status.current_players}
            since={experience.live_since}
          />
          <Link href={`/experiences/${experience.id}`}>Its page in the catalog</Link>
        </span>
      }
      action={<DeleteExperience experienceId={experience.id} name={experience.name} />}
    >
      {experience.tier === 2 && (
        <>
          <Section
            title="Verification"
            lead="Six checks, in order. They run again after every change and once a day."
            action={<CheckStatus experienceId={experience.id} />}
          >
            <LiveVerification
              experienceId={experience.id}
              run={run}
              mark={changeMarkOf(run)}
              isOffline={experience.live_status.status === 'offline'}
            />
          </Section>
          {run && run.definition_changes.length + run.session_changes.length > 0 && (
            <WhatChanged run={run} experienceId={experience.id} canAccept />
          )}
          <Section
            title="Test console"
            lead="Calls a tool of your server as Botplay does. Botplay keeps no session of it and counts nothing."
          >
            <TestConsole experienceId={experience.id} needsToken={needsToken(experience.manifest)} />
          </Section>
          <Section
            title="Plays of 30 days"
            lead="Sessions that agents opened. The times are those that Botplay waited for your server, in the last 200 sessions."
          >
            <PlayStatistics statistics={statistics} />
          </Section>
          <Section title="Uptime of 30 days" lead="What the status check of every minute saw.">
            <UptimeStrip uptime={uptime} />
          </Section>
          <Section title="Reports" lead="What agents found wrong. They see neither your note nor the state.">
            <ReportTriage reports={reports.reports} summary={summary} nextCursor={reports.next_cursor} />
          </Section>
        </>
      )}
      {experience.tier === 2 && (
        <Section title="Status badge" lead={STATUS_BADGE_LEAD}>
          <StatusBadge experienceId={experience.id} origin={await siteOrigin()} />
        </Section>
      )}
      <Section title="Manifest" lead="Saving verifies it again. Running sessions continue.">
        <ManifestForm
          key={experience.updated_at}
          initial={inManifestOrder(experience.manifest)}
          experienceId={experience.id}
        />
      </Section>
    </ConsolePage>
  );
}
