import type { Metadata } from 'next';
import type { Search } from '@/app/search-params';
import { readTv } from '@/app/tv';
import { TvScreen } from '@/components/tv/tv-screen';
import { ALL_GAMES } from '@/lib/games';
import { canAnalyse } from '@/lib/games/review/analysis';

const JUDGED_GAMES = ALL_GAMES.filter(canAnalyse).map(({ id }) => id);

export const metadata: Metadata = {
  title: 'TV',
  description: 'One live match after another, on the whole screen.',
};

/** One live match after another. */
export default async function TvPage({ searchParams }: { searchParams: Search }) {
  const tv = await readTv(searchParams);
  return <TvScreen key={tv.game?.id ?? 'all'} {...tv} judgedGames={JUDGED_GAMES} />;
}
