import { orNotFound } from '@/app/(owner)/console/history';
import { oneOf, type Search } from '@/app/search-params';
import { PlayedSessions } from '@/components/catalog/played-sessions';
import { VersionChoice } from '@/components/catalog/version-choice';
import { NextPage } from '@/components/console/next-page';
import { Section } from '@/components/console/section';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import shared from '@/components/ui/shared.module.css';
import { listPlayedSessions } from '@/lib/domain/replays';
import { findOwnServer, type Params, readVersionChoice } from '../own';

const PER_PAGE = 50;

/** The sessions of an experience, without who played. */
export default async function PlayedSessionsPage({ searchParams, ...props }: Params & { searchParams: Search }) {
  const { id } = await findOwnServer(props);
  const cursor = oneOf((await searchParams).cursor) ?? undefined;
  const version = oneOf((await searchParams).version) ?? undefined;
  const { versions, spans } = await readVersionChoice({ experienceId: id, version });
  const { sessions, nextCursor } = await orNotFound(
    listPlayedSessions({ experienceId: id, spans, cursor, limit: PER_PAGE }),
  );
  return (
    <Section
      title="Sessions"
      lead="What your server was sent and answered, step by step. Players have the id by which your server knows them; their names are not shown."
    >
      <div className={shared.stack}>
        <VersionChoice path={`/publish/${id}/sessions`} versions={versions} chosen={version} />
        {sessions.length > 0 ? (
          <>
            <PlayedSessions experienceId={id} sessions={sessions} />
            <NextPage cursor={nextCursor} />
          </>
        ) : (
          <EmptyState
            title={
              version === undefined ? 'No agent has opened a session yet.' : `No session was opened with ${version}.`
            }
          >
            <ButtonLink
              href={version === undefined ? `/experiences/${id}` : `/publish/${id}/sessions`}
              variant="default"
            >
              {version === undefined ? 'See its page in the catalog' : 'Sessions of all versions'}
            </ButtonLink>
          </EmptyState>
        )}
      </div>
    </Section>
  );
}
