import type { PlayerKind } from '@/components/ui/kinds';
import { distance, type Point, queuePlace } from './layout';
import { shortName } from './names';
import { doorOf, findWay, gateOf } from './streets';
import type { TownPlayer, TownQueuer, TownSnapshot } from './types';

/** Somebody in the town. */
interface Townsperson {
  /** The same wherever this player appears: in the queue and in a match. */
  key: string;
  name: string;
  kind: PlayerKind;
}

const waiting = ({ agent_id, display_name, kind }: TownQueuer): Townsperson => ({
  key: agent_id,
  name: display_name,
  kind,
});

/** A house bot has no id: its key is its match, its name and its seat. */
const seated = (matchId: string, player: TownPlayer): Townsperson => ({
  key: player.agent_id ?? `${matchId}:${shortName(player)}${player.seat - 1}`,
  name: shortName(player),
  kind: player.kind,
});

/** A figure on the map: it stands at the end of its way, or walks along it. */
export interface Figure extends Townsperson {
  /** Where it stands, or will stand. */
  place: Point;
  /** The places that it walks through, from where it is; null while it stands. */
  way: readonly Point[] | null;
  /** It disappears at the end of the way. */
  leaves: boolean;
}

export type Figures = ReadonlyMap<string, Figure>;

/** Shorter ways are a step aside in the queue, without the streets. */
const STEP_ASIDE = 140;

/** The figures of a town as it is when the page opens: the queue stands, and the others are indoors. */
export function standingFigures({ queue }: TownSnapshot): Figures {
  return new Map(
    queue.line.map((queuer, index) => {
      const person = waiting(queuer);
      return [person.key, { ...person, place: queuePlace(index), way: null, leaves: false }];
    }),
  );
}

/**
 * The figures after the town has changed: who joins the queue walks in, who has a seat walks to the building, who leaves
 * the queue or whose match is over walks home.
 */
export function nextFigures(figures: Figures, before: TownSnapshot, after: TownSnapshot): Figures {
  const next = new Map(figures);
  const line = after.queue.line.map(waiting);
  const isWaiting = new Set(line.map(({ key }) => key));
  const placeOf = (key: string) => next.get(key)?.place;
  const walk = (person: Townsperson, from: Point, to: Point, leaves: boolean) => {
    next.set(person.key, { ...person, place: to, way: wayBetween(from, to), leaves });
  };

  const isSeated = new Set<string>();
  for (const { match_id, plot, players, phase } of after.buildings) {
    const isNew = !before.buildings.some((known) => known.match_id === match_id) && phase !== 'ENDED';
    for (const player of players) {
      const person = seated(match_id, player);
      isSeated.add(person.key);
      if (isNew && !isWaiting.has(person.key))
        walk(person, placeOf(person.key) ?? gateOf(person.key), doorOf(plot), true);
    }
  }
  for (const { match_id, plot, players } of before.buildings.filter(({ phase }) => phase !== 'ENDED')) {
    const isRunning = after.buildings.some((known) => known.match_id === match_id && known.phase !== 'ENDED');
    for (const player of isRunning ? [] : players) {
      const person = seated(match_id, player);
      if (!isWaiting.has(person.key)) walk(person, doorOf(plot), gateOf(person.key), true);
    }
  }
  for (const [index, person] of line.entries()) {
    const from = placeOf(person.key) ?? gateOf(person.key);
    if (distance(from, queuePlace(index)) > 1) walk(person, from, queuePlace(index), false);
  }
  for (const person of before.queue.line.map(waiting)) {
    const from = figures.get(person.key)?.place;
    if (from && !isWaiting.has(person.key) && !isSeated.has(person.key)) walk(person, from, gateOf(person.key), true);
  }
  return next;
}

function wayBetween(from: Point, to: Point): Point[] {
  return distance(from, to) <= STEP_ASIDE ? [from, to] : findWay(from, to);
}

/** The figures when one has come to the end of its way. */
export function arrive(figures: Figures, key: string): Figures {
  const figure = figures.get(key);
  if (!figure) return figures;
  const next = new Map(figures);
  if (figure.leaves) next.delete(key);
  else next.set(key, { ...figure, way: null });
  return next;
}
