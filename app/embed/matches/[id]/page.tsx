import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findMatch } from '@/app/matches';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { isUuid } from '@/app/search-params';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { EmbedScreen, EmbedWaiting } from '@/components/match/embed-screen';
import { matchup } from '@/components/match/sentences';
import { loadLobbySnapshot } from '@/lib/domain/lobbies';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ theme?: string | string[] }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const match = isUuid(id) ? await findMatch(id) : null;
  const robots = { index: false };
  return match ? { title: `${matchup(match.players)}, ${match.title}`, robots } : { ...NOT_FOUND_METADATA, robots };
}

/** A match embedded in another page: board, players and standing, without our shell. */
export default async function EmbedMatchPage({ params, searchParams }: Props) {
  const [{ id }, { theme }] = await Promise.all([params, searchParams]);
  if (!isUuid(id)) notFound();
  const match = await findMatch(id);
  const lobby = match ? null : await loadLobbySnapshot(id);
  if (!match && !lobby) notFound();
  return (
    <>
      {/* Runs before the first paint; the providers keep the theme. No quotes: they would be escaped. */}
      <script>{`document.documentElement.dataset.mantineColorScheme=${theme === 'light' ? '`light`' : '`dark`'}`}</script>
      {match && <EmbedScreen snapshot={withDrawnFields(match)} />}
      {lobby && <EmbedWaiting title={lobby.title} matchId={id} />}
    </>
  );
}
