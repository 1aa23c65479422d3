import { entityTagOf, namesTag } from '@/app/entity-tags';
import { findMatch } from '@/app/matches';
import { isUuid } from '@/app/search-params';
import { SHOWN_FIRST } from '@/components/boards/pictures';
import { asFinished } from '@/components/boards/view';
import { now } from '@/lib/core/clock';
import { movingFirst } from '@/lib/core/live-order';
import { PromiseCache } from '@/lib/core/promise-cache';
import { type LiveMatch, listLiveMatches } from '@/lib/domain/matches';
import { ALL_GAMES } from '@/lib/games';
import { openingView } from './opening';
import { boardMarkup } from './picture-parts';

const SIDE = 360;
/** About 10 KB each. */
const MAX_CACHED = 500;
/** The cache time of a picture that may change, and of one that will not. */
const SHORT_S = 15;
const LONG_S = 86_400;

const drawnBoards = new PromiseCache<string | null>(MAX_CACHED);

interface Drawn {
  gameId: string;
  view: Record<string, unknown>;
  live: boolean;
  /** Identifies the position: the same key is the same picture. */
  key: string;
}

const ofMatch = ({ match_id, game_type, status, view, ply }: LiveMatch): Drawn => ({
  gameId: game_type,
  view: asFinished(view, status !== 'active'),
  live: status === 'active',
  key: `${match_id} ${status} ${ply}`,
});

/**
 * The board of a match as it is now, as SVG without scripts. One query. 304 for a reader that has it, 404 for an unknown match, and a game
 * without a board.
 */
export async function serveBoardOfMatch(id: string, ifNoneMatch: string | null): Promise<Response> {
  const match = isUuid(id) ? await findMatch(id) : null;
  return serve(match && ofMatch(match), { isFinal: match?.status !== 'active', ifNoneMatch });
}

/**
 * A board by the name of its file: `on-now.svg` is that of the best match that moves now, else a first position, as
 * `first-position.svg` is; another name is the id of a game, for its first position. At most one query.
 */
export async function serveBoardByName(file: string, ifNoneMatch: string | null): Promise<Response> {
  const name = file.replace(/\.svg$/, '');
  if (name === 'on-now') {
    const [first] = movingFirst(await listLiveMatches({ limit: 1 }), now().getTime());
    return serve(first ? ofMatch(first) : opening(SHOWN_FIRST), { isFinal: false, ifNoneMatch });
  }
  const kept = { isFinal: true, ifNoneMatch };
  if (name === 'first-position') return serve(opening(SHOWN_FIRST), kept);
  return serve(file.endsWith('.svg') && ALL_GAMES.some(({ id }) => id === name) ? opening(name) : null, kept);
}

const opening = (gameId: string): Drawn => ({
  gameId,
  view: openingView(gameId) as Record<string, unknown>,
  live: false,
  key: gameId,
});

async function serve(
  drawn: Drawn | null,
  { isFinal, ifNoneMatch }: { isFinal: boolean; ifNoneMatch: string | null },
): Promise<Response> {
  const svg = drawn && (await drawnBoards.get(drawn.key, async () => draw(drawn)));
  if (!drawn || svg === null) return new Response('There is no such board.', { status: 404 });
  const etag = entityTagOf(svg);
  const headers = {
    'Content-Type': 'image/svg+xml; charset=utf-8',
    'Cache-Control': `public, max-age=${isFinal ? LONG_S : SHORT_S}`,
    ETag: etag,
  };
  return namesTag(ifNoneMatch, etag) ? new Response(null, { status: 304, headers }) : new Response(svg, { headers });
}

function draw({ gameId, view, live }: Drawn): string | null {
  const board = boardMarkup(gameId, view, live, { x: 0, y: 0, width: SIDE, height: SIDE });
  return (
    board &&
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${board}</svg>`
  );
}
