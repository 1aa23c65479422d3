import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { AdminList } from '@/components/moderation/admin-list';
import { EXPERIENCE_COLUMNS } from '@/components/moderation/list-columns';
import { listAllExperiences } from '@/lib/domain/administration';

export const metadata: Metadata = { title: 'Experiences' };

/** Every experience, to act on. */
export default async function ExperiencesPage({ searchParams }: { searchParams: Search }) {
  await requireModerator('/admin/experiences');
  const search = await searchParams;
  const contains = oneOf(search.q);
  const page = await orNotFound(listAllExperiences({ contains, cursor: oneOf(search.cursor) }));
  return (
    <AdminList
      title="Experiences"
      lead="Experiences, unlisted and hidden ones too."
      search={{ label: 'Part of a name or a publisher', value: contains }}
      columns={EXPERIENCE_COLUMNS}
      page={page}
    />
  );
}
