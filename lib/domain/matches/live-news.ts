import type { BusMessage } from '@/lib/events';
import type { MatchRow } from './matches.schema';

/** What lists of matches are told when one begins or ends; sent by the statement that stores it. */
export function liveNews(match: Pick<MatchRow, 'id' | 'status'>): BusMessage {
  return { topic: 'live', payload: { match_id: match.id, status: match.status } };
}
