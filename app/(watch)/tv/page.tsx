import type { Metadata } from 'next';
import type { Search } from '@/app/search-params';
import { readTv } from '@/app/tv';
import { TvScreen } from '@/components/match/tv-screen';

export const metadata: Metadata = {
  title: 'TV',
  description: 'One live match after another, on the whole screen.',
};

/** One live match after another. */
export default async function TvPage({ searchParams }: { searchParams: Search }) {
  const tv = await readTv(searchParams);
  return <TvScreen key={tv.game?.id ?? 'all'} {...tv} />;
}
