import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { findMatch, readHistory } from '@/app/matches';
import { MISSING } from '@/app/missing';
import { isUuid } from '@/app/search';
import { drawnMatch } from '@/components/match/drawn';
import { LobbyScreen } from '@/components/match/lobby-screen';
import { MatchScreen } from '@/components/match/match-screen';
import { matchup } from '@/components/match/sentences';
import { loadLobbySnapshot } from '@/lib/domain/lobbies/watch';

interface Props {
  params: Promise<{ id: string }>;
}

const findLobby = cache((matchId: string) => loadLobbySnapshot(matchId));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  if (!isUuid(id)) return MISSING;
  const match = await findMatch(id);
  if (match) {
    const title = `${matchup(match.players)}, ${match.title}`;
    return {
      title,
      description: match.about,
      openGraph: { type: 'website', siteName: 'Botplay', title, description: match.about },
      twitter: { card: 'summary_large_image', title, description: match.about },
    };
  }
  const lobby = await findLobby(id);
  return lobby ? { title: `${lobby.title}, lobby`, description: lobby.about } : MISSING;
}

/** A match or, before it begins, its lobby. */
export default async function MatchPage({ params }: Props) {
  const { id } = await params;
  if (!isUuid(id)) notFound();
  const match = await findMatch(id);
  if (match) {
    return <MatchScreen snapshot={drawnMatch(match)} history={await readHistory(id, match.game_type)} />;
  }
  const lobby = await findLobby(id);
  if (!lobby) notFound();
  return <LobbyScreen snapshot={lobby} />;
}
