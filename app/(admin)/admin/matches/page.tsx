import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { AdminList } from '@/components/moderation/admin-list';
import { MATCH_COLUMNS } from '@/components/moderation/list-columns';
import { listAllMatches } from '@/lib/domain/administration';

export const metadata: Metadata = { title: 'Matches' };

/** Every match. */
export default async function MatchesPage({ searchParams }: { searchParams: Search }) {
  await requireModerator('/admin/matches');
  const search = await searchParams;
  const contains = oneOf(search.q);
  const page = await orNotFound(listAllMatches({ contains, cursor: oneOf(search.cursor) }));
  return (
    <AdminList
      title="Matches"
      lead="Every match, running or over."
      search={{ label: 'Part of the name of a player', value: contains }}
      columns={MATCH_COLUMNS}
      page={page}
    />
  );
}
