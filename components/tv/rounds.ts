import type { LiveMatch } from '@/lib/domain/matches';

/**
 * The match after those seen, oldest first, of which the last is on: the first that was not seen, else the one seen longest
 * ago; null while there is no other. `offered` is in the order of the TV.
 */
export function nextOnTv<M extends { match_id: string }>(offered: readonly M[], seen: readonly string[]): M | null {
  const others = offered.filter(({ match_id }) => match_id !== seen.at(-1));
  return others.toSorted((one, other) => seen.lastIndexOf(one.match_id) - seen.lastIndexOf(other.match_id))[0] ?? null;
}

/**
 * What is offered, with each match that was offered before in its place: nothing moves but what goes and what comes. A new one
 * takes the first place that is free.
 */
export function inPlaces<One>(before: readonly string[], offered: readonly One[], idOf: (one: One) => string): One[] {
  const earlier = new Set(before);
  const fresh = offered.filter((one) => !earlier.has(idOf(one)));
  const stayed = before.map((id) => offered.find((one) => idOf(one) === id) ?? fresh.shift());
  return [...stayed, ...fresh].filter((one) => one !== undefined);
}

export interface Channel {
  id: string;
  title: string;
}

/** The games of these matches, each once, in the order of the matches. */
export function channelsOf(offered: readonly Pick<LiveMatch, 'game_type' | 'title'>[]): Channel[] {
  const titles = new Map(offered.map(({ game_type, title }) => [game_type, title]));
  return [...titles].map(([id, title]) => ({ id, title }));
}
