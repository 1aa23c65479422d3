import type { WatchEvent } from '@/components/live/wire';
import { drawnMatch } from '@/components/match/drawn';
import type { ListedMatch } from '@/components/match/wire';

/** A match on the wall. One that is over stays for a moment, so that its result is seen. */
export interface LiveCard {
  match: ListedMatch;
  /** When it left the list, epoch ms; null while it is on it. */
  leftAtMs: number | null;
}

/** What is on, and how the last ones ended. */
export interface Wall {
  cards: readonly LiveCard[];
  /** Newest first. */
  recent: readonly ListedMatch[];
}

/** How long a finished match stays on the wall. */
export const LINGER_MS = 12_000;
const RECENT = 8;

export function beginWall(live: readonly ListedMatch[], recent: readonly ListedMatch[]): Wall {
  return { cards: live.map((match) => ({ match: drawnMatch(match), leftAtMs: null })), recent };
}

/**
 * The wall when the stream begins or begins again: what goes on keeps its place, a new match takes the place of one
 * that is over, and a result that is still being shown stays. So a slow or broken connection makes the page jump as little
 * as a good one.
 */
export function afterSnapshot(wall: Wall, live: readonly ListedMatch[], nowMs: number): Wall {
  const listed = new Set(live.map((match) => match.match_id));
  const marked = wall.cards.map((card) =>
    listed.has(card.match.match_id) || card.leftAtMs !== null ? card : { ...card, leftAtMs: nowMs },
  );
  const cards = live.map((match) => drawnMatch(match)).reduce<readonly LiveCard[]>(withMatch, marked);
  // Nobody saw how these ended: they cannot stay as if they were on.
  return { ...wall, cards: cards.filter((card) => card.leftAtMs === null || card.match.status === 'completed') };
}

/** The wall after one event of the stream `live`. A new match takes the place of one that is over, of its game if it can. */
export function afterLiveEvent(wall: Wall, event: WatchEvent, nowMs: number): Wall {
  const known = wall.cards.find((card) => card.match.match_id === event.data.match_id);
  switch (event.type) {
    case 'match_listed':
      return { ...wall, cards: withMatch(wall.cards, drawnMatch(event.data.match as ListedMatch)) };
    case 'match_moved': {
      if (!known) return wall;
      // An event carries a view only when the position changed.
      const { view = known.match.view, text = known.match.text, ...changed } = event.data as Partial<ListedMatch>;
      const match = drawnMatch({ ...known.match, ...changed, view, text });
      return match.status === 'completed' && known.match.status === 'active'
        ? withResult(withCard(wall, { ...known, match }), { ...match, ended_at: event.at })
        : withCard(wall, { ...known, match });
    }
    case 'match_left':
      return known ? withCard(wall, { ...known, leftAtMs: nowMs }) : wall;
    default:
      return wall;
  }
}

function withCard(wall: Wall, changed: LiveCard): Wall {
  const id = changed.match.match_id;
  return { ...wall, cards: wall.cards.map((card) => (card.match.match_id === id ? changed : card)) };
}

function withResult(wall: Wall, match: ListedMatch): Wall {
  const others = wall.recent.filter((known) => known.match_id !== match.match_id);
  return { ...wall, recent: [match, ...others].slice(0, RECENT) };
}

function withMatch(cards: readonly LiveCard[], match: ListedMatch): LiveCard[] {
  const fresh: LiveCard = { match, leftAtMs: null };
  const same = cards.findIndex((card) => card.match.match_id === match.match_id);
  const over = cards.filter((card) => card.leftAtMs !== null);
  const left = over.find((card) => card.match.game_type === match.game_type) ?? over[0];
  const place = same === -1 && left ? cards.indexOf(left) : same;
  return place === -1 ? [...cards, fresh] : cards.map((card, index) => (index === place ? fresh : card));
}

/** The wall without matches that have been over for long enough. */
export function withoutOver(wall: Wall, nowMs: number): Wall {
  return { ...wall, cards: wall.cards.filter((card) => card.leftAtMs === null || nowMs - card.leftAtMs < LINGER_MS) };
}
