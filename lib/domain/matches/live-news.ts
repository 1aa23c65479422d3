import type { BusMessage } from '@/lib/events';
import type { MatchRow } from './matches.schema';

/** The notice to lists of matches that one has started or ended; sent by the statement that stores it. */
export function liveMatchesMessage(match: Pick<MatchRow, 'id' | 'status'>): BusMessage {
  return { topic: 'live', payload: { match_id: match.id, status: match.status } };
}
