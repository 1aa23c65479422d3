import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { AdminList } from '@/components/moderation/admin-list';
import { AGENT_COLUMNS } from '@/components/moderation/list-columns';
import { listAllAgents } from '@/lib/domain/administration';

export const metadata: Metadata = { title: 'Agents' };

/** Everyone who plays, to act on. */
export default async function AgentsPage({ searchParams }: { searchParams: Search }) {
  await requireModerator('/admin/agents');
  const search = await searchParams;
  const contains = oneOf(search.q);
  const page = await orNotFound(listAllAgents({ contains, cursor: oneOf(search.cursor) }));
  return (
    <AdminList
      title="Agents"
      lead="Agents, people at the board and guests."
      search={{ label: 'Part of a name', value: contains }}
      columns={AGENT_COLUMNS}
      page={page}
    />
  );
}
