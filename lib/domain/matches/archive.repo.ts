import { literalLimit } from '@/lib/data/literal-limit';
import { sqlOnReplica } from '@/lib/data/replica';

/** Which finished matches the archive lists. */
export interface ArchiveFilters {
  gameId?: string;
  /** Part of the name of a player who sat in the match. */
  player?: string;
  /** Name of a model that a player of the match has reported, in that experience. */
  model?: string;
  result?: 'decisive' | 'draw';
  /** Who played: only agents and people, or at least one house bot. */
  opponents?: 'agents' | 'bots';
  minPly?: number;
  maxPly?: number;
  /** Started at or after. */
  from?: Date;
  /** Started before. */
  to?: Date;
}

/** Matches that one page looks at; a page of a rare filter may hold fewer matches than asked for, or none. */
const MAX_EXAMINED = 5_000;
/** Players whose name matches; of more, the newest. */
const MAX_PLAYERS = 200;

const FIRST = '00000000-0000-7000-8000-000000000000';
const LAST = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/** The smallest id of what began at a time: ids are UUIDs of version 7. */
function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

const smaller = (one: string, other: string): string => (one < other ? one : other);

/** Finished matches that one page looks at, by falling id: all, or of one game. Parameters: $1 before, $2 from, $3 game. */
const OF_ALL = `SELECT id FROM matches WHERE status = 'completed' AND id < $1 AND id >= $2 AND $3::text IS NULL
  ORDER BY id DESC LIMIT ${MAX_EXAMINED}`;
const OF_GAME = `SELECT id FROM matches WHERE status = 'completed' AND game_id = $3 AND id < $1 AND id >= $2
  ORDER BY id DESC LIMIT ${MAX_EXAMINED}`;
/**
 * Those of players: $9 part of a name, $10 a model. Of each player as many as a page looks at divided by the players, and of all only
 * those after the last one of every player who has more: the others may lie between what was not read.
 */
const OF_PLAYERS = `SELECT DISTINCT id, complete_from IS NOT NULL AS has_more FROM (
    SELECT c.match_id AS id, max(c.last) FILTER (WHERE c.n = p.share) OVER () AS complete_from
      FROM (SELECT id, (${MAX_EXAMINED} / count(*) OVER ())::int AS share FROM (
              SELECT a.id FROM agents a
               WHERE ($9::text IS NULL OR a.display_name ILIKE '%' || $9 || '%')
                 AND ($10::text IS NULL OR EXISTS (SELECT 1 FROM agent_models am WHERE am.agent_id = a.id AND am.name = $10))
                 AND a.deleted_at IS NULL
               ORDER BY a.id DESC LIMIT ${MAX_PLAYERS}) found) p
     CROSS JOIN LATERAL (
       SELECT match_id, row_number() OVER (ORDER BY match_id DESC) AS n, match_id::text AS last
         FROM (SELECT match_id FROM match_seats WHERE agent_id = p.id AND match_id < $1 AND match_id >= $2
                ORDER BY match_id DESC LIMIT p.share) newest) c) read
  WHERE complete_from IS NULL OR id >= complete_from::uuid`;

/** In the order of the candidates, so that a page ends as soon as it is full. */
const FILTERED = `
  SELECT c.id FROM (SELECT id FROM candidates ORDER BY id DESC OFFSET 0) c
   JOIN matches m ON m.id = c.id JOIN match_positions p ON p.match_id = c.id
   WHERE m.status = 'completed' AND ($3::text IS NULL OR m.game_id = $3)
     AND ($4::boolean IS NULL OR (m.outcome ->> 'winner' IS NULL) = $4)
     AND ($5::boolean IS NULL OR EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = c.id AND s.kind = 'bot') = $5)
     AND p.ply >= $6 AND p.ply <= $7
   ORDER BY c.id DESC LIMIT $8`;

export interface ArchivePage {
  ids: string[];
  /** Id before which the next page begins; null at the end. */
  next: string | null;
}

/** A page without a filter but the game and the time: as many look-ups of the index as it has lines. */
async function findUnfiltered(
  gameId: string | null,
  bounds: readonly [string, string],
  limit: number,
): Promise<string[]> {
  const length = literalLimit(limit);
  const rows = await sqlOnReplica<{ id: string }>(
    `${gameId === null ? 'matches.archive_page' : 'matches.archive_page_of_game'}.${length}`,
    `SELECT id FROM matches WHERE status = 'completed' AND id < $1 AND id >= $2 ${gameId === null ? '' : 'AND game_id = $3'}
      ORDER BY id DESC LIMIT ${length}`,
    [...bounds, ...(gameId === null ? [] : [gameId])],
  );
  return rows.slice(0, limit).map(({ id }) => id);
}

/**
 * Ids of finished matches, the newest first. One query, which looks at no more than 5,000 matches whatever the filters:
 * a page costs the same with a thousand matches as with a million.
 */
export async function findArchived(
  filters: ArchiveFilters,
  page: { before: string | null; limit: number },
): Promise<ArchivePage> {
  const { gameId = null, player = null, model = null, result, opponents, from, to } = filters;
  const end = to ? firstIdAt(to) : LAST;
  const bounds = [page.before === null ? end : smaller(page.before, end), from ? firstIdAt(from) : FIRST] as const;
  const isFiltered = [player, model, result, opponents, filters.minPly, filters.maxPly].some((one) => one != null);
  if (!isFiltered) {
    const ids = await findUnfiltered(gameId, bounds, page.limit + 1);
    return { ids: ids.slice(0, page.limit), next: ids.length > page.limit ? (ids[page.limit - 1] as string) : null };
  }
  const ofPlayers = player !== null || model !== null;
  const [name, candidates] = ofPlayers
    ? ['players', OF_PLAYERS]
    : gameId === null
      ? ['all', OF_ALL]
      : ['game', OF_GAME];
  const values: unknown[] = [
    ...bounds,
    gameId,
    result ? result === 'draw' : null,
    opponents ? opponents === 'bots' : null,
    filters.minPly ?? 0,
    filters.maxPly ?? 2_147_483_647,
    page.limit + 1,
  ];
  const hasMore = ofPlayers ? 'bool_or(has_more)' : `count(*) = ${MAX_EXAMINED}`;
  const text = `WITH candidates AS MATERIALIZED (${candidates}), filtered AS (${FILTERED})
    SELECT (SELECT ${hasMore} FROM candidates) AS "hasMore",
           (SELECT id FROM candidates ORDER BY id LIMIT 1) AS "lastExamined",
           ARRAY(SELECT id FROM filtered ORDER BY id DESC) AS ids`;
  const [row] = await sqlOnReplica<{ hasMore: boolean | null; lastExamined: string | null; ids: string[] }>(
    `matches.archive_${name}`,
    text,
    ofPlayers ? [...values, player === null ? null : escapeLike(player), model] : values,
  );
  const { hasMore: isCut = false, lastExamined = null, ids = [] } = row ?? {};
  if (ids.length > page.limit) return { ids: ids.slice(0, page.limit), next: ids[page.limit - 1] as string };
  return { ids, next: isCut ? lastExamined : null };
}

/** Ids of the newest finished matches in which agents said something beside their moves. One scan of an index that has these alone. */
export async function findNotedIds(limit: number): Promise<string[]> {
  const rows = await sqlOnReplica<{ id: string }>(
    'matches.noted',
    `SELECT id FROM matches WHERE noted AND status = 'completed' ORDER BY id DESC LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** A longer match is not a better one. */
const LONG_ENOUGH_PLY = 80;

/**
 * Ids of the best matches that began after a time, the best first: those in which agents said something beside their moves
 * before the others, then by stakes, then one of each game before the second of any,
 * decided ones before draws. Of the newest 5,000. One query.
 */
export async function findBestIds(args: {
  since: Date;
  gameId: string | null;
  stakes: readonly string[];
  limit: number;
}): Promise<string[]> {
  const rows = await sqlOnReplica<{ id: string }>(
    'matches.best',
    `WITH newest AS MATERIALIZED (
       SELECT id FROM matches WHERE status = 'completed' AND id >= $1 AND ($2::text IS NULL OR game_id = $2)
        ORDER BY id DESC LIMIT ${MAX_EXAMINED}),
     classed AS (
       SELECT m.id, m.game_id, m.noted, m.outcome ->> 'winner' IS NULL AS drawn, LEAST(p.ply, ${LONG_ENOUGH_PLY}) AS ply,
              array_position($3::text[], CASE WHEN NOT p.has_players THEN CASE m.kind WHEN 'league' THEN 'bot_league' ELSE 'bots' END
                                              WHEN m.rated OR m.kind = 'league' THEN 'rated' WHEN m.kind = 'solo' THEN 'solo' ELSE 'friendly' END) AS stakes
         FROM newest n JOIN matches m ON m.id = n.id JOIN match_positions p ON p.match_id = m.id
        WHERE m.outcome IS NOT NULL AND m.end_reason <> 'default'),
     placed AS (
       SELECT id, noted, stakes, drawn, ply,
              row_number() OVER (PARTITION BY noted, stakes, game_id ORDER BY drawn, ply DESC, id DESC) AS nth
         FROM classed)
     SELECT id FROM placed ORDER BY noted DESC, stakes, nth, drawn, ply DESC, id DESC LIMIT $4`,
    [firstIdAt(args.since), args.gameId, args.stakes, args.limit],
  );
  return rows.map(({ id }) => id);
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
