import type { WatchEvent } from '@/components/live/wire';
import type { ListedMatch } from '@/components/match/wire';

/** A match on the wall. One that is over stays for a moment, so that its result is seen. */
export interface LiveCard {
  match: ListedMatch;
  /** When it left the list, epoch ms; null while it is on it. */
  leftAtMs: number | null;
}

/** How long a finished match stays on the wall. */
export const LINGER_MS = 12_000;

export function cardsOf(matches: readonly ListedMatch[]): LiveCard[] {
  return matches.map((match) => ({ match, leftAtMs: null }));
}

/** The wall after one event of the stream `live`. A new match takes the place of one of its game that is over. */
export function afterLiveEvent(cards: readonly LiveCard[], event: WatchEvent, nowMs: number): LiveCard[] {
  const id = event.data.match_id;
  switch (event.type) {
    case 'match_listed':
      return withMatch(cards, event.data.match as ListedMatch);
    case 'match_moved':
      return cards.map((card) => (card.match.match_id === id ? { ...card, match: { ...card.match, ...event.data } } : card));
    case 'match_left':
      return cards.map((card) => (card.match.match_id === id ? { ...card, leftAtMs: nowMs } : card));
    default:
      return [...cards];
  }
}

function withMatch(cards: readonly LiveCard[], match: ListedMatch): LiveCard[] {
  const fresh: LiveCard = { match, leftAtMs: null };
  if (cards.some((card) => card.match.match_id === match.match_id)) {
    return cards.map((card) => (card.match.match_id === match.match_id ? fresh : card));
  }
  const over = cards.findIndex((card) => card.leftAtMs !== null && card.match.game_type === match.game_type);
  return over === -1 ? [...cards, fresh] : cards.map((card, index) => (index === over ? fresh : card));
}

/** The wall without what has been over for long enough. */
export function withoutOver(cards: readonly LiveCard[], nowMs: number): LiveCard[] {
  return cards.filter((card) => card.leftAtMs === null || nowMs - card.leftAtMs < LINGER_MS);
}
