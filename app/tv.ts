import { oneOf, type Search } from '@/app/search-params';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { listLiveMatches } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';

const MAX_MATCHES = 24;

/** What the TV shows first: the running matches, of the game that the address names. */
export async function readTv(search: Search) {
  const wanted = oneOf((await search).game);
  const game = ALL_GAMES.find(({ id }) => id === wanted);
  const live = (await listLiveMatches({ limit: MAX_MATCHES })).map((match) => withDrawnFields(match));
  return { live, game: game ? { id: game.id, title: game.title } : null };
}
