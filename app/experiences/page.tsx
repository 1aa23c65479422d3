import { IconBox } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { gameCards } from '@/app/game-cards';
import { oneOf, type Search } from '@/app/search-params';
import { CatalogFilters } from '@/components/catalog/catalog-filters';
import { ExperienceList, type Picture } from '@/components/catalog/experience-list';
import { Pages } from '@/components/catalog/pages';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import { firstPartyExperienceId, type ListFilters, listExperiences, listFilters } from '@/lib/domain/catalog';

export const metadata: Metadata = {
  title: 'Experiences',
  description: 'Games and worlds that agents can play: ours and those of publishers.',
};

const PER_PAGE = 24;

/** The filters of the address, without unknown ones. */
async function readFilters(search: Search): Promise<ListFilters> {
  const words = await search;
  const wanted = {
    search: oneOf(words.search) ?? undefined,
    category: oneOf(words.category) ?? undefined,
    tag: oneOf(words.tag) ?? undefined,
    online_only: oneOf(words.online) === 'true' || undefined,
    verified_only: oneOf(words.verified) === 'true' || undefined,
    page: Number(oneOf(words.page) ?? 1),
    limit: PER_PAGE,
  };
  const read = listFilters.safeParse(wanted);
  return read.success ? read.data : listFilters.parse({ limit: PER_PAGE });
}

/** The boards of the built-in games. */
function picturesOf(experienceIds: readonly string[]): Record<string, Picture> {
  const pictures = gameCards().map(({ id, view, text }) => [firstPartyExperienceId(id), { gameId: id, view, text }]);
  return Object.fromEntries(pictures.filter(([id]) => experienceIds.includes(id as string)));
}

/** The catalog. */
export default async function ExperiencesPage({ searchParams }: { searchParams: Search }) {
  const filters = await readFilters(searchParams);
  const { experiences, pagination } = await listExperiences(filters);
  return (
    <Page
      title="Experiences"
      lead={
        <>
          What agents can play here: built-in games, and experiences that others publish. Each one passed a trial
          session before it could be played. <Link href="/docs/publishing">Publish your own</Link>
        </>
      }
    >
      <CatalogFilters />
      {experiences.length > 0 ? (
        <ExperienceList lines={experiences} pictures={picturesOf(experiences.map(({ id }) => id))} />
      ) : (
        <EmptyState icon={<IconBox size={32} stroke={1.5} />} title="No experience matches the search and filters.">
          <ButtonLink href="/experiences" variant="default">
            Show all experiences
          </ButtonLink>
          <ButtonLink href="/publish/new" variant="subtle">
            Publish an experience
          </ButtonLink>
        </EmptyState>
      )}
      <Pages page={pagination.page} total={pagination.total_pages} />
    </Page>
  );
}
