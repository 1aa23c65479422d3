import { IconHistory } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { ArchiveFilters, type ArchiveSearch } from '@/components/match/archive-filters';
import { WayOn } from '@/components/match/board-links';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { MatchList } from '@/components/match/match-list';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import shared from '@/components/ui/shared.module.css';
import { formatCount } from '@/components/ui/text';
import { iso } from '@/lib/core/clock';
import { keptSince } from '@/lib/core/retention';
import { type ArchiveFilters as Filters, type LiveMatch, listArchive } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';

export const metadata: Metadata = {
  title: 'Archive',
  description: 'Every finished match: by game, player, model, result, length and date.',
};

const PER_PAGE = 30;
const DAY_MS = 86_400_000;

const LENGTHS: Readonly<Record<string, Pick<Filters, 'minPly' | 'maxPly'>>> = {
  short: { maxPly: 20 },
  medium: { minPly: 21, maxPly: 60 },
  long: { minPly: 61 },
};

/** "41 moves"; nothing for a match without any. */
const lengthOf = ({ ply }: LiveMatch) => (ply > 0 ? formatCount(ply, 'move') : null);

/** Midnight UTC of a day, `2026-11-23`; null for anything else. */
function readDay(text: string): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day && !Number.isNaN(day.getTime()) ? day : null;
}

const oneOfThese = <Value extends string>(text: string, values: readonly Value[]): Value | undefined =>
  values.find((value) => value === text);

function toFilters(search: ArchiveSearch): Filters {
  const to = readDay(search.to);
  return {
    gameId: ALL_GAMES.find(({ id }) => id === search.game)?.id,
    player: search.player.trim().slice(0, 100) || undefined,
    model: search.model.trim().slice(0, 200) || undefined,
    result: oneOfThese(search.result, ['decisive', 'draw']),
    opponents: oneOfThese(search.opponents, ['agents', 'bots']),
    ...LENGTHS[search.length],
    from: readDay(search.from) ?? undefined,
    to: to ? new Date(to.getTime() + DAY_MS) : undefined,
  };
}

/** The archive: every finished match. */
export default async function ArchivePage({ searchParams }: { searchParams: Search }) {
  const words = await searchParams;
  const read = (name: string) => oneOf(words[name]) ?? '';
  const search: ArchiveSearch = {
    game: read('game'),
    player: read('player'),
    model: read('model'),
    result: read('result'),
    opponents: read('opponents'),
    length: read('length'),
    from: read('from'),
    to: read('to'),
  };
  const before = isUuid(read('before')) ? read('before').toLowerCase() : null;
  const { matches, next } = await listArchive(toFilters(search), { before, limit: PER_PAGE });
  const isFiltered = Object.values(search).some((value) => value !== '');
  const games = ALL_GAMES.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Page title="Archive" lead={leadOf(keptSince('events'))}>
      <ArchiveFilters search={search} games={games} isFiltered={isFiltered} />
      {matches.length > 0 ? (
        <MatchList matches={matches.map(withDrawnFields)} time="began" mark={lengthOf} />
      ) : (
        <EmptyState
          icon={<IconHistory size={32} stroke={1.5} />}
          title={
            next ? 'No match of these days fits the filters. Look further back.' : 'No finished match fits the filters.'
          }
        >
          {isFiltered && <ButtonLink href="/matches">Show all matches</ButtonLink>}
          <WayOn />
        </EmptyState>
      )}
      {(before || next) && (
        <nav className={shared.pager} aria-label="Pages of the archive">
          {before && <Link href={address(search, null)}>Newest matches</Link>}
          {next && (
            <ButtonLink href={address(search, next)} variant="default">
              Older matches
            </ButtonLink>
          )}
        </nav>
      )}
    </Page>
  );
}

/** @param since matches before that may have left to the archive of the site; null when none does */
function leadOf(since: Date | null): string {
  const all = 'Every finished match, the last begun first.';
  if (since === null) return `${all} Each can be replayed move by move.`;
  return `${all} Those since ${iso(since).slice(0, 10)} can be replayed move by move; of older ones the result remains.`;
}

function address(search: ArchiveSearch, before: string | null): string {
  const set = Object.entries(search).filter(([, value]) => value !== '');
  const query = new URLSearchParams([...set, ...(before ? [['before', before]] : [])]);
  return query.size === 0 ? '/matches' : `/matches?${query}`;
}
