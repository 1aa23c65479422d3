import { oneOf, type Search } from '@/app/search-params';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { now } from '@/lib/core/clock';
import { movingFirst } from '@/lib/core/live-order';
import { listBestMatches, listLiveMatches } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';

const MAX_MATCHES = 24;
const MAX_RECORDINGS = 12;

/**
 * What the TV shows first: the running matches, and while none moves the best finished ones of the last day; of the game that
 * the address names. One query while a match moves.
 */
export async function readTv(search: Search) {
  const wanted = oneOf((await search).game);
  const game = ALL_GAMES.find(({ id }) => id === wanted);
  const live = (await listLiveMatches({ limit: MAX_MATCHES })).map((match) => withDrawnFields(match));
  const ofChannel = game ? live.filter(({ game_type }) => game_type === game.id) : live;
  const isQuiet = movingFirst(ofChannel, now().getTime()).length === 0;
  const best = isQuiet ? await listBestMatches({ limit: MAX_RECORDINGS, gameId: game?.id ?? null }) : [];
  return {
    live,
    game: game ? { id: game.id, title: game.title } : null,
    recordings: best.map((match) => withDrawnFields(match)),
  };
}
