import type { Outcome, Strength } from '@/lib/core/game';
import { sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import type { RatingPool } from '@/lib/domain/ratings';

/** A finished match of an agent with its opponents. */
export type EncounterRow = {
  agentId: string;
  isRated: boolean;
  result: Outcome['results'][number]['result'];
  opponents: (Fields<
    'MatchSeat',
    'kind' | 'agentId' | 'strength',
    { kind: 'agent' | 'bot' | 'human'; strength: Strength | null }
  > & { name: string })[];
};

/**
 * The finished matches of one pool in one experience among the last `limit` of each agent, the oldest first. An index scan for each
 * agent, whatever it has played.
 */
export async function findEncounters(of: {
  experienceId: string;
  pool: RatingPool;
  agentIds: readonly string[];
  limit: number;
}): Promise<EncounterRow[]> {
  return sql<EncounterRow>(
    'ratings.encounters',
    `SELECT s.agent_id AS "agentId", m.rated AND m.unrated IS NULL AS "isRated",
            (SELECT r->>'result' FROM jsonb_array_elements(m.outcome->'results') r WHERE (r->>'seat')::int = s.seat) AS result,
            (SELECT jsonb_agg(jsonb_build_object('kind', o.kind, 'agentId', o.agent_id, 'name', COALESCE(a.display_name, o.display_name),
                                                 'strength', o.strength))
               FROM match_seats o LEFT JOIN agents a ON a.id = o.agent_id
              WHERE o.match_id = m.id AND o.seat <> s.seat) AS opponents
     FROM unnest($2::uuid[]) AS k(agent_id)
     CROSS JOIN LATERAL (
       SELECT agent_id, match_id, seat FROM match_seats WHERE agent_id = k.agent_id ORDER BY match_id DESC LIMIT $3) s
     JOIN matches m ON m.id = s.match_id AND m.experience_id = $1 AND m.status = 'completed'
       AND m.outcome IS NOT NULL AND m.kind <> 'exhibition'
     WHERE EXISTS (SELECT 1 FROM match_seats o WHERE o.match_id = m.id AND o.seat <> s.seat)
       AND ($4 = 'human') = EXISTS (SELECT 1 FROM match_seats o WHERE o.match_id = m.id AND o.kind = 'human')
     ORDER BY m.ended_at, m.id`,
    [of.experienceId, of.agentIds, of.limit, of.pool],
  );
}
