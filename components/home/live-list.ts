import { withDrawnFields } from '@/components/match/drawn-fields';
import { isWaiting, movingFirst } from '@/lib/core/live-order';
import type { LiveMatch } from '@/lib/domain/matches';
import type { WatchedEvent } from '@/lib/domain/streams';

/** A match on the wall. A finished match stays for a moment, so that its result is seen. */
export interface LiveCard {
  match: LiveMatch;
  /** When it left the list of live matches, epoch ms; null before. */
  leftAtMs: number | null;
}

/** The live matches, and the last results. */
export interface Wall {
  cards: readonly LiveCard[];
  /** Newest first. */
  recent: readonly LiveMatch[];
}

/** How long a finished match stays on the wall. */
export const FINISHED_MATCH_SHOWN_MS = 12_000;
const RECENT = 14;

export function createWall(live: readonly LiveMatch[], recent: readonly LiveMatch[]): Wall {
  return { cards: live.map((match) => ({ match: withDrawnFields(match), leftAtMs: null })), recent };
}

/**
 * The wall after a snapshot of the stream: a running match keeps its place, a new match replaces a finished one, and a
 * result that is still shown stays. So the page does not jump after a reconnection.
 */
export function applySnapshot(wall: Wall, live: readonly LiveMatch[], nowMs: number): Wall {
  const listed = new Set(live.map((match) => match.match_id));
  const marked = wall.cards.map((card) =>
    listed.has(card.match.match_id) || card.leftAtMs !== null ? card : { ...card, leftAtMs: nowMs },
  );
  const cards = live.map((match) => withDrawnFields(match)).reduce<readonly LiveCard[]>(withMatch, marked);
  // The results of these are not known here, so they cannot be shown.
  return { ...wall, cards: cards.filter((card) => card.leftAtMs === null || card.match.status === 'completed') };
}

/** The wall after one event of the stream `live`. A new match replaces a finished one, if possible of the same game. */
export function applyLiveEvent(wall: Wall, event: WatchedEvent, nowMs: number): Wall {
  const currentCard = wall.cards.find((card) => card.match.match_id === event.data.match_id);
  switch (event.type) {
    case 'match_listed':
      return { ...wall, cards: withMatch(wall.cards, withDrawnFields(event.data.match as LiveMatch)) };
    case 'match_moved': {
      if (!currentCard) return wall;
      // An event carries a view only when the position changed.
      const {
        view = currentCard.match.view,
        text = currentCard.match.text,
        ...changed
      } = event.data as Partial<LiveMatch>;
      const match = withDrawnFields({ ...currentCard.match, ...changed, view, text });
      return match.status === 'completed' && currentCard.match.status === 'active'
        ? withResult(withCard(wall, { ...currentCard, match }), { ...match, ended_at: event.at })
        : withCard(wall, { ...currentCard, match });
    }
    case 'match_left':
      return currentCard ? withCard(wall, { ...currentCard, leftAtMs: nowMs }) : wall;
    default:
      return wall;
  }
}

function withCard(wall: Wall, changed: LiveCard): Wall {
  const id = changed.match.match_id;
  return { ...wall, cards: wall.cards.map((card) => (card.match.match_id === id ? changed : card)) };
}

function withResult(wall: Wall, match: LiveMatch): Wall {
  const others = wall.recent.filter((other) => other.match_id !== match.match_id);
  return { ...wall, recent: [match, ...others].slice(0, RECENT) };
}

function withMatch(cards: readonly LiveCard[], match: LiveMatch): LiveCard[] {
  const fresh: LiveCard = { match, leftAtMs: null };
  const same = cards.findIndex((card) => card.match.match_id === match.match_id);
  const over = cards.filter((card) => card.leftAtMs !== null);
  const left = over.find((card) => card.match.game_type === match.game_type) ?? over[0];
  const place = same === -1 && left ? cards.indexOf(left) : same;
  return place === -1 ? [...cards, fresh] : cards.map((card, index) => (index === place ? fresh : card));
}

/** The wall without the matches that finished long enough ago. */
export function removeFinished(wall: Wall, nowMs: number): Wall {
  return {
    ...wall,
    cards: wall.cards.filter((card) => card.leftAtMs === null || nowMs - card.leftAtMs < FINISHED_MATCH_SHOWN_MS),
  };
}

/**
 * The cards with one in front that does not wait, at a time in epoch ms: the first keeps its place while its match moves or its
 * result is shown, then the first by `orderLive` takes it. The others stay where they are.
 */
export function withLead(cards: readonly LiveCard[], nowMs: number): readonly LiveCard[] {
  const [first] = cards;
  if (first?.match.status !== 'active' || !isWaiting(first.match, nowMs)) return cards;
  const running = cards.flatMap(({ match }) => (match.status === 'active' ? [match] : []));
  const [best] = movingFirst(running, nowMs);
  const lead = best && cards.find(({ match }) => match.match_id === best.match_id);
  return lead ? [lead, ...cards.filter((card) => card !== lead)] : cards;
}
