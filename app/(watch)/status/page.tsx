import type { Metadata } from 'next';
import { UptimeStrip } from '@/components/catalog/uptime-strip';
import { StatusWord } from '@/components/console/status-word';
import { IncidentText } from '@/components/status/incident-text';
import { HEADLINES, PART_LABELS, STATUS_LABELS } from '@/components/status/part-words';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { Page } from '@/components/ui/page';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import { type Incident, readSiteStatus } from '@/lib/domain/status';
import classes from './status.module.css';

export const metadata: Metadata = {
  title: 'Status',
  description: 'What is up, slow or planned, with the history of 90 days.',
};

function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  return incidents.map((incident) => (
    <article key={incident.incident_id} aria-labelledby={incident.incident_id}>
      <h3 id={incident.incident_id} className={classes.incident}>
        <bdi>{incident.title}</bdi>
      </h3>
      <IncidentText incident={incident} />
    </article>
  ));
}

/** What is up, slow or planned. It works while the database is away, with what was read before. */
export default async function StatusPage() {
  const { status, measured_at: measuredAt, parts, incidents } = await readSiteStatus();
  const { text, tone } = HEADLINES[status];
  const current = incidents.filter(({ state }) => state !== 'over');
  const past = incidents.filter(({ state }) => state === 'over');
  return (
    <Page title="Status" narrow>
      <div className={shared.stack} data-gap="xl">
        <Notice tone={tone} title={text}>
          Measured <RelativeTime at={measuredAt} />, once a minute for the history.
        </Notice>
        {current.length > 0 && (
          <Section title="Now and planned">
            <div className={shared.stack}>
              <Incidents incidents={current} />
            </div>
          </Section>
        )}
        <Section title="Parts">
          <div className={shared.stack} data-gap="lg">
            {parts.map(({ part, status: now, percent, days }) => (
              <article key={part} aria-labelledby={`part-${part}`}>
                <div className={classes.part}>
                  <h3 id={`part-${part}`}>{PART_LABELS[part]}</h3>
                  <span className={classes.word}>
                    <StatusWord tone={STATUS_LABELS[now].tone}>{STATUS_LABELS[now].label}</StatusWord>
                  </span>
                </div>
                {percent !== null && <UptimeStrip uptime={{ percent, days }} />}
              </article>
            ))}
          </div>
        </Section>
        <Section title="The last 90 days">
          {past.length === 0 ? (
            <EmptyState title="No incident ended in this time." />
          ) : (
            <div className={shared.stack}>
              <Incidents incidents={past} />
            </div>
          )}
        </Section>
      </div>
    </Page>
  );
}
