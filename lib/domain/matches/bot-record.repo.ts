import { sql } from '@/lib/data/database';

/**
 * Matches of each game that a record of a house bot counts. They are ordered by their start and not by their id: of the indexes
 * with that order all begin with the game, so no plan reads the matches of every game to find those of one that is rarely played.
 */
const MAX_MATCHES_PER_GAME = 200;

/** What a house bot did lately in one game. */
export interface BotRecord {
  [column: string]: unknown;
  gameId: string;
  /** Against agents and people, or against other house bots only. */
  opponents: 'players' | 'bots';
  wins: number;
  draws: number;
  losses: number;
}

/**
 * The results of a house bot in the last 200 finished matches of each game. One query, an index scan for each game: the
 * same cost with a thousand matches as with a million.
 */
export async function countBotResults(of: {
  /** The names of its seats. */
  names: readonly string[];
  gameIds: readonly string[];
}): Promise<BotRecord[]> {
  return sql<BotRecord>(
    'matches.bot_record',
    `SELECT game_id AS "gameId", opponents,
            count(*) FILTER (WHERE result = 'win')::int AS wins,
            count(*) FILTER (WHERE result = 'draw')::int AS draws,
            count(*) FILTER (WHERE result = 'loss')::int AS losses
       FROM (SELECT k.game_id,
                    (SELECT r->>'result' FROM jsonb_array_elements(m.outcome->'results') r
                      WHERE (r->>'seat')::int = s.seat) AS result,
                    CASE WHEN EXISTS (SELECT 1 FROM match_seats o WHERE o.match_id = m.id AND o.kind <> 'bot')
                         THEN 'players' ELSE 'bots' END AS opponents
               FROM unnest($1::text[]) AS k(game_id)
              CROSS JOIN LATERAL (
                SELECT id, outcome FROM matches WHERE status = 'completed' AND game_id = k.game_id
                 ORDER BY started_at DESC LIMIT ${MAX_MATCHES_PER_GAME}) m
               JOIN match_seats s ON s.match_id = m.id AND s.kind = 'bot' AND s.display_name = ANY($2)) results
      GROUP BY game_id, opponents`,
    [of.gameIds, of.names],
  );
}

/** The results of one house bot at the seats with one name. */
export interface BotStanding {
  [column: string]: unknown;
  displayName: string;
  wins: number;
  draws: number;
  losses: number;
}

/**
 * The results of every house bot in the last 200 finished matches of each game, by the name of the seat. One query, an index
 * scan for each game.
 */
export async function countAllBotResults(gameIds: readonly string[]): Promise<BotStanding[]> {
  return sql<BotStanding>(
    'matches.bot_standings',
    `SELECT display_name AS "displayName",
            count(*) FILTER (WHERE result = 'win')::int AS wins,
            count(*) FILTER (WHERE result = 'draw')::int AS draws,
            count(*) FILTER (WHERE result = 'loss')::int AS losses
       FROM (SELECT s.display_name,
                    (SELECT r->>'result' FROM jsonb_array_elements(m.outcome->'results') r
                      WHERE (r->>'seat')::int = s.seat) AS result
               FROM unnest($1::text[]) AS k(game_id)
              CROSS JOIN LATERAL (
                SELECT id, outcome FROM matches WHERE status = 'completed' AND game_id = k.game_id
                 ORDER BY started_at DESC LIMIT ${MAX_MATCHES_PER_GAME}) m
               JOIN match_seats s ON s.match_id = m.id AND s.kind = 'bot') results
      GROUP BY display_name`,
    [gameIds],
  );
}
