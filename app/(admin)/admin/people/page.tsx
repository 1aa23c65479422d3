import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireAdministrator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { AdminList } from '@/components/moderation/admin-list';
import { PERSON_COLUMNS } from '@/components/moderation/list-columns';
import { listPeople } from '@/lib/domain/administration';

export const metadata: Metadata = { title: 'People' };

/** Accounts, for administrators. */
export default async function PeoplePage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator('/admin/people');
  const search = await searchParams;
  const contains = oneOf(search.q);
  const page = await orNotFound(listPeople({ contains, cursor: oneOf(search.cursor) }));
  return (
    <AdminList
      title="People"
      lead="Accounts. Only administrators see e-mails."
      search={{ label: 'Part of a name or an e-mail', value: contains }}
      columns={PERSON_COLUMNS}
      page={page}
    />
  );
}
