import { shortName } from '@/components/match/names';
import type { PlayerKind } from '@/components/ui/kinds';
import type { TownBuilding, TownPlayer, TownQueuer, TownSnapshot } from '@/lib/domain/werewolf';
import type { Phase } from '@/lib/games/werewolf/state';
import { distance, gatheringPlace, PLOTS, type Point, queuePlace } from './layout';
import { doorOf, findWay, gateOf } from './streets';

/** A player or a house bot on the map of the town. */
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

/** A figure on the map: it is at the end of its way, or walks along it. */
export interface Figure extends Townsperson {
  /** Its place, or where it goes. */
  place: Point;
  /** The places that it walks through, from where it is; null without a walk. */
  way: readonly Point[] | null;
  /** It disappears at the end of the way. */
  leaves: boolean;
}

export type Figures = ReadonlyMap<string, Figure>;

/** Shorter ways are a step aside in the queue, without the streets. */
const STEP_ASIDE = 140;

const DAY: ReadonlySet<Phase> = new Set([
  'DAY_ANNOUNCE',
  'DAY_OPENING',
  'DAY_DISCUSSION',
  'DAY_VOTE',
  'DAY_RESOLUTION',
]);

type Whereabouts = 'outside' | 'inside' | 'home' | 'dead';

/** By day the living talk in front of their building, at night they are in it, and after the end at home. */
function whereaboutsOf({ phase }: TownBuilding, { alive }: TownPlayer): Whereabouts {
  if (!alive) return 'dead';
  if (phase === 'ENDED') return 'home';
  return DAY.has(phase) ? 'outside' : 'inside';
}

/** The map has no place for the last of very many buildings. */
const onMap = ({ buildings }: TownSnapshot) => buildings.filter(({ plot }) => plot < PLOTS.length);

/** The figures of a town as it is when the page opens: the queue stands, and who talks stands before its building. */
export function standingFigures(town: TownSnapshot): Figures {
  const standing = (person: Townsperson, place: Point): [string, Figure] => [
    person.key,
    { ...person, place, way: null, leaves: false },
  ];
  return new Map([
    ...onMap(town).flatMap((building) =>
      building.players
        .filter((player) => whereaboutsOf(building, player) === 'outside')
        .map((player) => standing(seated(building.match_id, player), gatheringPlace(building.plot, player.seat))),
    ),
    ...town.queue.line.map((queuer, index) => standing(waiting(queuer), queuePlace(index))),
  ]);
}

/** A player of a building before and after a change of the town; a building that was not there, or is gone, is null. */
interface Move {
  person: Townsperson;
  plot: number;
  seat: number;
  before: Whereabouts | null;
  after: Whereabouts | null;
}

function movesBetween(before: TownSnapshot, after: TownSnapshot): Move[] {
  const [standing, now] = [onMap(before), onMap(after)];
  const gone = standing.filter(({ match_id }) => !now.some((building) => building.match_id === match_id));
  return [...now, ...gone].flatMap((building) => {
    const earlier = standing.find(({ match_id }) => match_id === building.match_id);
    const isGone = gone.includes(building);
    return building.players.map((player): Move => {
      const was = earlier?.players.find(({ seat }) => seat === player.seat);
      return {
        person: seated(building.match_id, player),
        plot: building.plot,
        seat: player.seat,
        before: earlier && was ? whereaboutsOf(earlier, was) : null,
        after: isGone ? null : whereaboutsOf(building, player),
      };
    });
  });
}

/**
 * The figures after the town has changed: who joins the queue walks in, who has a seat walks to the building, comes out of
 * it in the morning and goes in at night; who leaves the queue, is voted out or whose match is over walks home.
 */
export function nextFigures(figures: Figures, before: TownSnapshot, after: TownSnapshot): Figures {
  const next = new Map(figures);
  const line = after.queue.line.map(waiting);
  const isWaiting = new Set(line.map(({ key }) => key));
  const placeOf = (key: string) => next.get(key)?.place;
  const walk = (person: Townsperson, from: Point, to: Point, leaves: boolean) => {
    next.set(person.key, { ...person, place: to, way: wayBetween(from, to), leaves });
  };

  const moves = movesBetween(before, after);
  for (const move of moves) {
    const { person, plot, seat } = move;
    if (isWaiting.has(person.key) || !isSeen(move)) continue;
    const outside = gatheringPlace(plot, seat);
    const from = placeOf(person.key) ?? startOf(move, outside);
    if (move.after === 'outside') walk(person, from, outside, false);
    else if (move.after === 'inside') walk(person, from, doorOf(plot), true);
    else walk(person, from, gateOf(person.key), true);
  }
  for (const [index, person] of line.entries()) {
    const from = placeOf(person.key) ?? gateOf(person.key);
    if (distance(from, queuePlace(index)) > 1) walk(person, from, queuePlace(index), false);
  }
  const isSeated = new Set(moves.flatMap(({ person, after: now }) => (now === null ? [] : [person.key])));
  for (const person of before.queue.line.map(waiting)) {
    const from = figures.get(person.key)?.place;
    if (from && !isWaiting.has(person.key) && !isSeated.has(person.key)) walk(person, from, gateOf(person.key), true);
  }
  return next;
}

/** Whether a player walks: one that was killed at night, or is at home, does not. */
function isSeen({ before, after }: Move): boolean {
  if (before === after || before === 'home' || before === 'dead') return false;
  if (before === null) return after === 'outside' || after === 'inside';
  return !(before === 'inside' && after === 'dead');
}

/** Where a player that has no figure begins its way. */
function startOf({ person, plot, before }: Move, outside: Point): Point {
  if (before === null) return gateOf(person.key);
  return before === 'outside' ? outside : doorOf(plot);
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
