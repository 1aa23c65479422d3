import type { News } from '@/lib/events';
import type { MatchRow } from './matches.schema';

/** What lists of matches are told when one begins or ends; sent by the statement that stores it. */
export function liveNews(match: Pick<MatchRow, 'id' | 'status'>): News {
  return { topic: 'live', payload: { match_id: match.id, status: match.status } };
}
