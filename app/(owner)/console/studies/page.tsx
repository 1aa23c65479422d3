import { IconTimeline } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { NextPage } from '@/components/console/next-page';
import { StudyTable } from '@/components/studies/study-table';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listStudySessions } from '@/lib/domain/relay';

export const metadata: Metadata = { title: 'Studies' };

const PER_PAGE = 50;

/** Sessions in which a person and agents used one page together. */
export default async function StudiesPage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console/studies');
  const cursor = oneOf((await searchParams).cursor);
  const { sessions, nextCursor } = await orNotFound(listStudySessions({ ...owner, cursor, limit: PER_PAGE }));
  return (
    <ConsolePage
      title="Studies"
      lead="Sessions in which a person and agents used one page together: their logs, and the page as it was shown at every step."
    >
      {sessions.length > 0 ? (
        <StudyTable lines={sessions} />
      ) : (
        <EmptyState
          icon={<IconTimeline size={32} stroke={1.5} />}
          title="No session yet. Open the cinema while you are signed in, and let an agent start a session."
        >
          <ButtonLink href="/booking">Open the cinema</ButtonLink>
        </EmptyState>
      )}
      <NextPage cursor={nextCursor} />
    </ConsolePage>
  );
}
