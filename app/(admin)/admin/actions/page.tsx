import { IconGavel } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { NextPage } from '@/components/console/next-page';
import { ActionCard } from '@/components/moderation/action-card';
import classes from '@/components/moderation/search-form.module.css';
import { ChoiceLink } from '@/components/ui/choice-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listActions } from '@/lib/domain/moderation';

export const metadata: Metadata = { title: 'Actions' };

const FILTERS = [
  ['all', 'All'],
  ['appeals', 'Open appeals'],
  ['in_force', 'In force'],
] as const;

/** The log of moderation, with the appeals that wait. */
export default async function ActionsPage({ searchParams }: { searchParams: Search }) {
  await requireModerator('/admin/actions');
  const search = await searchParams;
  const filter = FILTERS.find(([value]) => value === oneOf(search.filter))?.[0] ?? 'all';
  const cursor = oneOf(search.cursor) ?? undefined;
  const { actions, next_cursor } = await orNotFound(listActions({ filter, cursor, limit: 20 }));
  return (
    <ConsolePage title="Actions" lead="What moderators did, the newest first. No entry is ever changed or deleted.">
      <nav className={classes.choices} aria-label="Which actions">
        {FILTERS.map(([value, label]) => (
          <ChoiceLink key={value} href={`/admin/actions?filter=${value}`} isChosen={value === filter} current="true">
            {label}
          </ChoiceLink>
        ))}
      </nav>
      {actions.length > 0 ? (
        actions.map((action) => <ActionCard key={action.action_id} action={action} />)
      ) : (
        <EmptyState icon={<IconGavel size={32} stroke={1.5} />} title="No actions here." />
      )}
      <NextPage cursor={next_cursor} />
    </ConsolePage>
  );
}
