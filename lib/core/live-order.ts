/** After this time without a move a match waits: it is not LIVE, and it does not lead. */
export const WAITS_AFTER_MS = 60_000;

/** With this time for a move or more, players come back to a match: it is never LIVE. */
export const CORRESPONDENCE_MS = 24 * 60 * 60_000;

/** What is at stake in a match, the most first; `findLive` classes matches by the same names. */
export const STAKES = ['rated', 'friendly', 'solo', 'bot_league', 'bots'] as const;

/** What decides whether a match moves. */
export interface MovingFacts {
  kind: string;
  /** Time of the last public event, ISO; null when the clock has moved in place of the player. */
  moved_at: string | null;
  clock: { limit_ms: number | null };
}

/** What decides the place of a running match. */
export interface LiveFacts extends MovingFacts {
  game_type: string;
  rated: boolean;
  players: readonly { kind: string }[];
  ply: number;
  /** One side has as good as won. */
  is_decided: boolean;
  /** The game lasts a minute or two. */
  is_quick: boolean;
}

/**
 * Whether a running match waits for a move, at a time in epoch ms: nothing public has happened for a minute, or it is a
 * correspondence game. The phases of a match of the town pass by its clock and house bots move by themselves, so a match of
 * the town or an exhibition never waits.
 */
export function isWaiting({ kind, moved_at, clock }: MovingFacts, nowMs: number): boolean {
  if (kind === 'town' || kind === 'exhibition') return false;
  if (moved_at === null || (clock.limit_ms ?? 0) >= CORRESPONDENCE_MS) return true;
  return nowMs - Date.parse(moved_at) >= WAITS_AFTER_MS;
}

function stakesOf({ kind, rated, players }: LiveFacts): number {
  const name = (): (typeof STAKES)[number] => {
    if (players.every((player) => player.kind === 'bot')) return kind === 'league' ? 'bot_league' : 'bots';
    if (rated || kind === 'league') return 'rated';
    return kind === 'solo' ? 'solo' : 'friendly';
  };
  return STAKES.indexOf(name());
}

/**
 * The one order of running matches, for every page that lists or shows them: those that move before those that wait, then
 * by stakes; then the first match of each game before the second of any; then close matches before decided ones, long games
 * before quick ones, later positions before earlier ones. `nowMs` is epoch ms.
 */
export function orderLive<M extends LiveFacts>(matches: readonly M[], nowMs: number): M[] {
  const placed = matches
    .map((match) => ({ match, group: STAKES.length * Number(isWaiting(match, nowMs)) + stakesOf(match), nth: 0 }))
    .sort((one, other) => one.group - other.group || compareWithinGroup(one.match, other.match));
  const counts = new Map<string, number>();
  for (const place of placed) {
    const key = `${place.group} ${place.match.game_type}`;
    place.nth = counts.get(key) ?? 0;
    counts.set(key, place.nth + 1);
  }
  return placed
    .sort((one, other) => one.group - other.group || one.nth - other.nth || compareWithinGroup(one.match, other.match))
    .map(({ match }) => match);
}

function compareWithinGroup(one: LiveFacts, other: LiveFacts): number {
  return (
    Number(one.is_decided) - Number(other.is_decided) ||
    Number(one.is_quick) - Number(other.is_quick) ||
    other.ply - one.ply
  );
}

/** The running matches that move, in their order: what TV shows and what is offered next. `nowMs` is epoch ms. */
export function movingFirst<M extends LiveFacts>(matches: readonly M[], nowMs: number): M[] {
  return orderLive(
    matches.filter((match) => !isWaiting(match, nowMs)),
    nowMs,
  );
}
