import { IconMessages } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { ActLink } from '@/components/moderation/act-link';
import { SearchForm } from '@/components/moderation/search-form';
import classes from '@/components/moderation/search-form.module.css';
import { ButtonLink } from '@/components/ui/button';
import { ChoiceLink } from '@/components/ui/choice-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { listWords, type Word } from '@/lib/domain/moderation';

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

const COLUMNS: readonly Column<Word>[] = [
  {
    head: 'Who',
    isRowHead: true,
    cell: ({ name, path }) => (
      <Link href={path}>
        <bdi>{name ?? 'A player'}</bdi>
      </Link>
    ),
  },
  { head: 'Words', className: shared.anywhere, cell: ({ text }) => <bdi>{text}</bdi> },
  { head: 'When', kind: 'short', hideOn: 'phone', cell: ({ at }) => <RelativeTime at={at} /> },
  {
    head: '',
    cell: ({ target_kind, target_id, stream }) => <ActLink kind={target_kind} id={target_id} stream={stream} />,
  },
];

/** What was written, each with a link to act on it. */
function WordTable({ words }: { words: readonly Word[] }) {
  return (
    <DataTable caption="Words, the newest first" columns={COLUMNS} rows={words} keyOf={(word) => word.target_id} />
  );
}
