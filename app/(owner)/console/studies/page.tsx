import { IconTimeline } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { siteOrigin } from '@/app/origin';
import { requireOwner } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { NextPage } from '@/components/console/next-page';
import { Section } from '@/components/console/section';
import { StudyRoomForm, StudyRoomTable } from '@/components/studies/study-rooms';
import { StudyExports, StudyTable } from '@/components/studies/study-table';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import { listStudyRooms, listStudySessions } from '@/lib/domain/relay';

export const metadata: Metadata = { title: 'Studies' };

const PER_PAGE = 50;
const MAX_ROOMS = 200;

/** Sessions in which a person and agents used one page together. */
export default async function StudiesPage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console/studies', searchParams);
  const cursor = oneOf((await searchParams).cursor);
  const [{ sessions, nextCursor }, rooms] = await Promise.all([
    orNotFound(listStudySessions({ ...owner, cursor, limit: PER_PAGE })),
    listStudyRooms({ ownerId: owner.ownerId, origin: await siteOrigin(), limit: MAX_ROOMS }),
  ]);
  return (
    <ConsolePage
      title="Studies"
      lead="Sessions in which a person and agents used one page together: their logs, and the page as it was shown at every step."
    >
      {sessions.length > 0 ? (
        <>
          <StudyTable lines={sessions} />
          <StudyExports studyIds={[...new Set(sessions.map(({ study_id }) => study_id))]} />
        </>
      ) : (
        <EmptyState
          icon={<IconTimeline size={32} stroke={1.5} />}
          title="No session yet. Open the cinema while you are signed in, and let an agent start a session."
        >
          <ButtonLink href="/booking">Open the cinema</ButtonLink>
        </EmptyState>
      )}
      <NextPage cursor={nextCursor} />
      <Section
        title="Rooms"
        lead={
          <>
            A room for each participant: send them the link of the page, and give agents the join message. Study and
            participant are those of the room. Your own page can be the host:{' '}
            <Link href="/docs/relay">how the relay works</Link>.
          </>
        }
      >
        <div className={shared.stack} data-gap="lg">
          <StudyRoomForm />
          {rooms.length > 0 && <StudyRoomTable rooms={rooms} />}
        </div>
      </Section>
    </ConsolePage>
  );
}
