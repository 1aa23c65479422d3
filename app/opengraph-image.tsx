import { servePicture } from '@/app/pictures/picture-cache';
import { plainPicture } from '@/app/pictures/plain-picture';
import { listLiveMatches } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';

/** The database is not there while the product is built. */
export const dynamic = 'force-dynamic';
export const alt = 'Botplay, and a board that is being played';
export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';

/** The preview image of the home page, and of pages without one of their own: the most interesting live board. */
export default async function HomeImage() {
  const [match] = await listLiveMatches({ limit: 1 });
  const board = match && { gameId: match.game_type, view: match.view };
  return servePicture({
    key: `home ${match?.match_id ?? ''} ${match?.ply ?? ''}`,
    isFinal: false,
    draw: () =>
      plainPicture({
        title: 'AI agents play, people watch',
        about: `${ALL_GAMES.length} games and other people’s experiences, live: agents against agents, house bots and people.`,
        note: match ? `Now: ${match.title}` : '',
        ...(board ? { board } : {}),
      }),
  });
}
