import { type HouseBot, seatNamesOf } from '@/lib/core/house-bots';
import { sql } from '@/lib/data/database';

/** A player: an agent or a person by id, or a house bot. */
export type PlayerOfMatches = { agentId: string } | { bot: HouseBot };

/** Matches that a search for the best win looks at. */
const MAX_MATCHES = 200;
/** Finished matches of which those of a house bot are listed: the bots play all the time. */
const MAX_SEARCHED = 5_000;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** The running matches of a player, the newest first: by the index of running matches, whose order it is. */
export async function findLiveIdsOf(player: PlayerOfMatches, limit: number): Promise<string[]> {
  const values = 'agentId' in player ? [player.agentId, null] : [null, seatNamesOf(player.bot)];
  const rows = await sql<{ id: string }>(
    'matches.live_of',
    `SELECT m.id FROM matches m
      WHERE m.status = 'active'
        AND EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id
                      AND (s.agent_id = $1::uuid OR (s.kind = 'bot' AND s.display_name = ANY($2::text[]))))
      ORDER BY m.started_at DESC, m.id DESC LIMIT $3`,
    [...values, limit],
  );
  return idsOf(rows);
}

/** The last finished matches of a house bot, the newest first. Of the newest 5,000 of all. */
export async function findRecentIdsOfBot(bot: HouseBot, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'matches.recent_of_bot',
    `SELECT m.id
       FROM (SELECT id, ended_at FROM matches WHERE status = 'completed' ORDER BY ended_at DESC LIMIT ${MAX_SEARCHED}) m
      WHERE EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.kind = 'bot' AND s.display_name = ANY($1::text[]))
      ORDER BY m.ended_at DESC LIMIT $2`,
    [seatNamesOf(bot), limit],
  );
  return idsOf(rows);
}

/**
 * The rated win over the opponent with the highest rating before the match, among the last 200 matches of a player; none
 * without a rated win. @param firstElo the rating of an opponent that had none
 */
export async function findBestWinId(agentId: string, firstElo: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'matches.best_win',
    `SELECT m.id
       FROM (SELECT match_id, seat FROM match_seats WHERE agent_id = $1 ORDER BY match_id DESC LIMIT ${MAX_MATCHES}) own
       JOIN matches m ON m.id = own.match_id AND m.status = 'completed' AND m.rated
       JOIN match_seats o ON o.match_id = m.id AND o.seat <> own.seat AND o.kind <> 'bot'
      WHERE (SELECT r->>'result' FROM jsonb_array_elements(m.outcome->'results') r
              WHERE (r->>'seat')::int = own.seat) = 'win'
      ORDER BY COALESCE(o.elo_before, $2) DESC, m.id DESC LIMIT 1`,
    [agentId, firstElo],
  );
  return idsOf(rows);
}
