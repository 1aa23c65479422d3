import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { StudyReplay } from '@/components/studies/study-replay';
import classes from '@/components/studies/study-replay.module.css';
import { ButtonLink } from '@/components/ui/button';
import { readStudyReplay } from '@/lib/domain/relay';

export const metadata: Metadata = { title: 'Study session' };

interface Props {
  params: Promise<{ sessionId: string }>;
  searchParams: Search;
}

/** A study session step by step; with `beside` a second one next to it. */
export default async function StudyPage({ params, searchParams }: Props) {
  const { sessionId } = await params;
  const beside = oneOf((await searchParams).beside);
  const owner = await requireOwner(`/console/studies/${encodeURIComponent(sessionId)}`);
  const ids = beside === null || beside === sessionId ? [sessionId] : [sessionId, beside];
  const replays = await Promise.all(ids.map((id) => orNotFound(readStudyReplay({ ...owner, sessionId: id }))));
  return (
    <ConsolePage
      title={replays.length === 1 ? 'Study session' : 'Two study sessions'}
      lead="Choose a step to see the page as it was shown then. Reasons and messages of agents are their own words."
      action={
        <ButtonLink href="/console/studies" variant="default" size="sm">
          All studies
        </ButtonLink>
      }
    >
      <div className={classes.pair} data-two={replays.length === 2 || undefined}>
        {replays.map((replay) => (
          <StudyReplay key={replay.session_id} replay={replay} />
        ))}
      </div>
    </ConsolePage>
  );
}
