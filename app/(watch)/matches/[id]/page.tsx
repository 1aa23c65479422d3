import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { readGameFacts } from '@/app/game-facts';
import { findMatch, readHistory } from '@/app/matches';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { currentOwner } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { LobbyScreen } from '@/components/match/lobby-screen';
import { MatchScreen } from '@/components/match/match-screen';
import { matchup } from '@/components/match/sentences';
import { findPlayer } from '@/lib/domain/auth';
import { loadLobbySnapshot } from '@/lib/domain/lobbies';
import { readOwnSeat, readRole } from '@/lib/domain/play';

interface Props {
  params: Promise<{ id: string }>;
}

const findLobby = cache((matchId: string) => loadLobbySnapshot(matchId));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  if (!isUuid(id)) return NOT_FOUND_METADATA;
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
  return lobby ? { title: `${lobby.title}, lobby`, description: lobby.about } : NOT_FOUND_METADATA;
}

/** The signed-in owner with the owner's player; null for a visitor. */
async function readSelf() {
  const owner = await currentOwner();
  return owner && { player: await findPlayer(owner.ownerId) };
}

/** A match or, before the start, its lobby. */
export default async function MatchPage({ params }: Props) {
  const { id } = await params;
  if (!isUuid(id)) notFound();
  const match = await findMatch(id);
  const self = await readSelf();
  if (match) {
    const [history, own] = await Promise.all([
      readHistory(id, match.game_type),
      self?.player ? readOwnSeat({ matchId: id, agentId: self.player.agentId }) : null,
    ]);
    return (
      <MatchScreen
        snapshot={withDrawnFields(match)}
        history={history}
        own={own}
        facts={readGameFacts(match.game_type)}
      />
    );
  }
  const lobby = await findLobby(id);
  if (!lobby) notFound();
  const role = self?.player ? await readRole({ lobbyId: id, agentId: self.player.agentId }) : null;
  return <LobbyScreen snapshot={lobby} viewer={{ isSignedIn: self !== null, role }} />;
}
