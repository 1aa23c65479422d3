import { oneOf, type Search } from '@/app/search-params';
import { FailureList } from '@/components/catalog/failure-list';
import { VersionChoice } from '@/components/catalog/version-choice';
import { Section } from '@/components/console/section';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import shared from '@/components/ui/shared.module.css';
import { listFailures } from '@/lib/domain/failures';
import { findOwnServer, type Params } from '../own';

/** What failed at an experience, by tool and message, with the newest call of each kind. */
export default async function ErrorsPage({ searchParams, ...props }: Params & { searchParams: Search }) {
  const { id } = await findOwnServer(props);
  const version = oneOf((await searchParams).version) ?? undefined;
  const { failures, versions } = await listFailures({ experienceId: id, version });
  return (
    <Section
      title="Errors of 30 days"
      lead="Calls of agents that your server refused, answered wrongly or did not answer. One line stands for all calls with the same tool and message; the newest one is shown."
    >
      <div className={shared.stack}>
        <VersionChoice path={`/publish/${id}/errors`} versions={versions} chosen={version} />
        {failures.length > 0 ? (
          <FailureList experienceId={id} failures={failures} />
        ) : (
          <EmptyState
            title={
              version === undefined ? 'No call has failed in 30 days.' : `No call of ${version} has failed in 30 days.`
            }
          >
            <ButtonLink
              href={version === undefined ? `/publish/${id}/checks` : `/publish/${id}/errors`}
              variant="default"
            >
              {version === undefined ? 'Check the server again' : 'Errors of all versions'}
            </ButtonLink>
          </EmptyState>
        )}
      </div>
    </Section>
  );
}
