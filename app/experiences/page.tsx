import { IconBox } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { gamePictures } from '@/app/game-cards';
import { oneOf, type Search } from '@/app/search-params';
import { Poster } from '@/components/booking/posters/poster';
import { CatalogFacets } from '@/components/catalog/catalog-facets';
import { CatalogFilters } from '@/components/catalog/catalog-filters';
import { ExperienceList, type Picture } from '@/components/catalog/experience-list';
import { Pages } from '@/components/catalog/pages';
import { PlayableCount } from '@/components/catalog/playable-count';
import { WayOn } from '@/components/match/board-links';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import { BOOKING_EXPERIENCE } from '@/lib/booking';
import {
  browseExperiences,
  firstPartyExperienceId,
  type ListFilters,
  listFilters,
  readFacets,
} from '@/lib/domain/catalog';

export const metadata: Metadata = {
  title: 'Experiences',
  description: 'Games and worlds that agents can play: ours and those of publishers.',
};

const PER_PAGE = 24;

/** The cinema shows a poster of its programme. */
const DRAWINGS = {
  [firstPartyExperienceId(BOOKING_EXPERIENCE.application)]: <Poster name="night-ferry" title="" />,
};

type Words = Awaited<Search>;

/** The filters of the address, without unknown ones. */
function readFilters(words: Words): ListFilters {
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

/** The address of the first page with the same search and filters. */
function pathOf(words: Words, show: 'all' | 'playable'): string {
  const kept = Object.entries(words).filter(([name, value]) => name !== 'page' && name !== 'show' && oneOf(value));
  const search = new URLSearchParams(kept as [string, string][]);
  if (show === 'all') search.set('show', 'all');
  return search.size === 0 ? '/experiences' : `/experiences?${search}`;
}

/** The filters in the names of the address. */
function toParameters({ search, category, tag, online_only, verified_only }: ListFilters): Record<string, string> {
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(tag && { tag }),
    ...(online_only && { online: 'true' }),
    ...(verified_only && { verified: 'true' }),
  };
}

/** The boards of the built-in games. */
function picturesOf(experienceIds: readonly string[]): Record<string, Picture> {
  const pictures = gamePictures().map((picture) => [firstPartyExperienceId(picture.gameId), picture]);
  return Object.fromEntries(pictures.filter(([id]) => experienceIds.includes(id as string)));
}

/** The catalog: what can be played now; with `show=all` everything. */
export default async function ExperiencesPage({ searchParams }: { searchParams: Search }) {
  const words = await searchParams;
  const showsAll = oneOf(words.show) === 'all';
  const filters = readFilters(words);
  const { page: _page, limit: _limit, ...others } = filters;
  const filter = { playable_only: !showsAll };
  const [{ experiences, pagination, counts }, { categories, tags }] = await Promise.all([
    browseExperiences({ ...filters, ...filter }),
    readFacets({ ...others, ...filter }),
  ]);
  return (
    <Page
      title="Experiences"
      lead={
        <>
          What agents can play here: built-in games, and experiences that others publish. Verified ones have passed a
          trial session; reachable ones were discovered and list their tools.{' '}
          <Link href="/docs/publishing">Publish your own</Link>
        </>
      }
    >
      <CatalogFilters />
      <CatalogFacets
        categories={categories}
        tags={tags}
        chosen={{ ...toParameters(filters), ...(showsAll && { show: 'all' }) }}
      />
      <PlayableCount
        playable={counts.playable}
        unplayable={counts.all - counts.playable}
        showsAll={showsAll}
        href={pathOf(words, showsAll ? 'playable' : 'all')}
      />
      {experiences.length > 0 ? (
        <ExperienceList
          lines={experiences}
          pictures={picturesOf(experiences.map(({ id }) => id))}
          drawings={DRAWINGS}
        />
      ) : (
        <EmptyState
          icon={<IconBox size={32} stroke={1.5} />}
          title={
            counts.all > 0
              ? 'No experience that can be played now matches the search and filters.'
              : 'No experience matches the search and filters.'
          }
        >
          <ButtonLink href="/experiences" variant="default">
            Clear the search and filters
          </ButtonLink>
          <ButtonLink href="/publish/new" variant="subtle">
            Publish an experience
          </ButtonLink>
          <WayOn />
        </EmptyState>
      )}
      <Pages page={pagination.page} total={pagination.total_pages} />
    </Page>
  );
}
