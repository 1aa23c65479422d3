import { notFound } from 'next/navigation';
import { findMatch } from '@/app/matches';
import { matchPicture } from '@/app/pictures/match-picture';
import { servePicture } from '@/app/pictures/picture-cache';
import { plainPicture } from '@/app/pictures/plain-picture';
import { isUuid } from '@/app/search-params';
import { loadLobbySnapshot } from '@/lib/domain/lobbies';

export const alt = 'The board of the match, the players and the standing';
export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';

/** The preview image of a match; before the start, of its experience. */
export default async function MatchImage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!isUuid(id)) notFound();
  const match = await findMatch(id);
  if (match) {
    const ratings = match.players.map((player) => player.elo_after ?? player.elo).join(',');
    return servePicture({
      key: `match ${id} ${match.status} ${match.cursor} ${ratings}`,
      isFinal: match.status !== 'active',
      draw: () => matchPicture(match),
    });
  }
  const lobby = await loadLobbySnapshot(id);
  if (!lobby) notFound();
  return servePicture({
    key: `lobby ${lobby.title}`,
    isFinal: false,
    draw: () => plainPicture({ title: lobby.title, about: lobby.about, note: 'A lobby that waits for its match' }),
  });
}
