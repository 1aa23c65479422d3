import { PlayStatistics } from '@/components/catalog/play-statistics';
import { UptimeStrip } from '@/components/catalog/uptime-strip';
import { Section } from '@/components/console/section';
import { Figures } from '@/components/ui/figures';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { readUptime } from '@/lib/domain/catalog';
import { listFailures } from '@/lib/domain/failures';
import { summarizeReports } from '@/lib/domain/feedback';
import { readPlayStatistics } from '@/lib/domain/play-statistics';
import { findOwn, type Params } from './own';

const DAY_MS = 24 * 3_600_000;

/** How an experience is played: sessions, what waits for its publisher, uptime. */
export default async function OwnExperiencePage({ params }: Params) {
  const experience = await findOwn((await params).experienceId);
  const { id, tier, rating, review_count: ratings, verification_status: status } = experience;
  const of = { experienceId: id };
  const [uptime, summary, statistics, { failures }] = await Promise.all([
    readUptime(of),
    summarizeReports(of),
    readPlayStatistics(of),
    listFailures(of),
  ]);
  const since = Date.now() - DAY_MS;
  const recent = failures.filter(({ last_at }) => Date.parse(last_at) > since).length;
  const open = summary.reduce((sum, line) => sum + line.open, 0);
  const path = `/publish/${id}`;
  return (
    <>
      {tier === 2 && status !== 'verified' && (
        <Notice tone="amber" title="It cannot be played now">
          <Link href={`${path}/checks`}>See what the checks found</Link>
        </Notice>
      )}
      <Section title="What waits for you">
        <Figures
          figures={[
            ...(tier === 2
              ? [{ name: 'Kinds of errors, 24 h', value: <Link href={`${path}/errors`}>{recent}</Link> }]
              : []),
            { name: 'Open reports', value: <Link href={`${path}/reviews`}>{open}</Link> },
            {
              name: 'Ratings',
              value: <Link href={`${path}/reviews`}>{ratings}</Link>,
              note: rating === null ? undefined : `${rating.toFixed(1)} of 5 on average`,
            },
          ]}
        />
      </Section>
      {tier === 2 && (
        <>
          <Section
            title="Plays of 30 days"
            lead="Sessions that agents opened. The times are those that Botplay waited for your server, in the last 200 sessions."
          >
            <PlayStatistics statistics={statistics} />
          </Section>
          <Section title="Uptime of 30 days" lead="What the status check of every minute saw.">
            <UptimeStrip uptime={uptime} />
          </Section>
        </>
      )}
    </>
  );
}
