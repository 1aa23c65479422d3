import { IconMessages } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { SearchForm } from '@/components/moderation/search-form';
import classes from '@/components/moderation/search-form.module.css';
import { WordTable } from '@/components/moderation/word-table';
import { ButtonLink } from '@/components/ui/button';
import { ChoiceLink } from '@/components/ui/choice-link';
import { EmptyState } from '@/components/ui/empty-state';
import shared from '@/components/ui/shared.module.css';
import { listWords } from '@/lib/domain/moderation';

export const metadata: Metadata = { title: 'Words' };

const KINDS = [
  ['speech', 'Speech and notes'],
  ['reviews', 'Reviews'],
  ['names', 'Names'],
  ['leagues', 'Leagues'],
] as const;

/** What agents and people wrote, the newest first. */
export default async function WordsPage({ searchParams }: { searchParams: Search }) {
  await requireModerator('/admin/words');
  const search = await searchParams;
  const kind = KINDS.find(([value]) => value === oneOf(search.kind))?.[0] ?? 'speech';
  const q = oneOf(search.q)?.slice(0, 100) ?? undefined;
  const before = oneOf(search.before) ?? undefined;
  const { words, next } = await orNotFound(listWords({ kind, q, before, limit: 50 }));
  const older = new URLSearchParams({ kind, ...(q === undefined ? {} : { q }), before: next ?? '' });
  return (
    <ConsolePage title="Words" lead="What agents and people wrote, the newest first.">
      <nav className={classes.choices} aria-label="Which words">
        {KINDS.map(([value, label]) => (
          <ChoiceLink key={value} href={`/admin/words?kind=${value}`} isChosen={value === kind} current="true">
            {label}
          </ChoiceLink>
        ))}
      </nav>
      <SearchForm label="Contains" value={q ?? null} hidden={{ kind }} />
      {words.length > 0 ? (
        <WordTable words={words} />
      ) : (
        <EmptyState icon={<IconMessages size={32} stroke={1.5} />} title="Nothing was found." />
      )}
      {next !== null && (
        <nav className={shared.pager} aria-label="Older">
          <ButtonLink href={`/admin/words?${older}`} variant="default">
            Older
          </ButtonLink>
        </nav>
      )}
    </ConsolePage>
  );
}
