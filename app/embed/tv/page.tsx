import type { Metadata } from 'next';
import { oneOf, type Search } from '@/app/search-params';
import { readTv } from '@/app/tv';
import { TvScreen } from '@/components/match/tv-screen';

export const metadata: Metadata = { title: 'TV', robots: { index: false } };

/** One live match after another, in a frame of another page. */
export default async function EmbedTvPage({ searchParams }: { searchParams: Search }) {
  const theme = oneOf((await searchParams).theme) === 'light' ? '`light`' : '`dark`';
  return (
    <>
      {/* Runs before the first paint; the providers keep the theme. No quotes: they would be escaped. */}
      <script>{`document.documentElement.dataset.mantineColorScheme=${theme}`}</script>
      <TvScreen {...(await readTv(searchParams))} bare />
    </>
  );
}
