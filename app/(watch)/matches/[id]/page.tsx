import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { MISSING } from '@/app/missing';
import { isUuid } from '@/app/search';
import { hasOwnText, keepDrawn } from '@/components/boards/keep';
import { drawnMatch } from '@/components/match/drawn';
import { LobbyScreen } from '@/components/match/lobby-screen';
import { MatchScreen } from '@/components/match/match-screen';
import type { MatchEvent } from '@/components/match/wire';
import { loadLobbySnapshot } from '@/lib/domain/lobbies/watch';
import { readMatchHistory } from '@/lib/domain/matches/history';
import { loadMatchSnapshot } from '@/lib/domain/matches/matches.service';

interface Props {
  params: Promise<{ id: string }>;
}

const findMatch = cache((matchId: string) => loadMatchSnapshot({ matchId, viewer: 'spectator' }));
const findLobby = cache((matchId: string) => loadLobbySnapshot(matchId));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  if (!isUuid(id)) return MISSING;
  const match = await findMatch(id);
  if (match) {
    const title = `${match.players.map((player) => player.display_name).join(' against ')}, ${match.title}`;
    return { title, description: match.about, openGraph: { title, description: match.about } };
  }
  const lobby = await findLobby(id);
  return lobby ? { title: `${lobby.title}, lobby`, description: lobby.about } : MISSING;
}

/** Only what the page draws: every event of a game repeats the whole game. */
async function readHistory(matchId: string, gameId: string): Promise<MatchEvent[]> {
  const events = await readMatchHistory({ matchId });
  return events.map(({ id, type, at, data: { view, text, ...data } }) => ({
    id,
    type,
    at: at.toISOString(),
    data: {
      ...data,
      ...(typeof view === 'object' && view !== null
        ? { view: keepDrawn(gameId, view as Record<string, unknown>) }
        : {}),
      ...(hasOwnText(gameId) ? {} : { text }),
    },
  }));
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
