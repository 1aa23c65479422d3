import { type AnyGame, type Viewer, whileRunning } from '@/lib/core/game';
import { seedCommitment } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { isResignation } from '@/lib/games/resign';
import { resimulate, type Simulation } from '@/lib/games/simulate';
import { findDifference } from './difference';
import type { MatchRecord, ToldEvent } from './record';

/** A position as a page drew it; perhaps only some of the view's fields. */
export interface ShownPosition {
  ply: number;
  view: Record<string, unknown>;
}

/** One thing that was looked at, and what was found, in plain words. */
export interface Check {
  holds: boolean;
  words: string;
}

/** The events of which the view is revealed. */
const ENDINGS = new Set(['match_ended', 'match_cancelled']);
/** The fields that the runtime adds to an event that carries the view. */
const ADDED = ['ply', 'view', 'text', 'clock'];

/**
 * Plays a finished match again from its revealed seed and its inputs, and compares everything that was told and shown
 * with what the rules give. A fault ends the list: what comes after it would not mean anything.
 */
export function checkMatch(record: MatchRecord, shown: readonly ShownPosition[]): Check[] {
  const checks: Check[] = [];
  for (const check of checksOf(record, shown)) {
    checks.push(check);
    if (!check.holds) break;
  }
  return checks;
}

function* checksOf(record: MatchRecord, shown: readonly ShownPosition[]): Generator<Check> {
  yield seedCheck(record);
  const game = gameById(record.gameId);
  if (!game) return yield fault(`This page does not know the game ${record.gameId}.`);
  if (game.version !== record.gameVersion) {
    return yield fault(
      `The match was played by version ${record.gameVersion} of the rules; this page knows version ${game.version}, so it cannot play it again.`,
    );
  }
  const replayed = replay(record);
  if (typeof replayed === 'string') return yield fault(replayed);
  yield holds(`${counted(record.inputs.length, 'input')} played again from the seed: each is allowed by the rules.`);
  yield publicCheck(game, record, replayed);
  const hidden = record.events.filter(({ audience, type }) => audience !== 'public' && game.eventTypes.includes(type));
  if (hidden.length > 0) yield hiddenCheck(hidden, replayed);
  if (shown.length > 0) yield shownCheck(game, record, replayed, shown);
  yield outcomeCheck(record, replayed);
}

const holds = (words: string): Check => ({ holds: true, words });
const fault = (words: string): Check => ({ holds: false, words });
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function seedCheck({ seed, commitment }: MatchRecord): Check {
  const isKept = /^[0-9a-f]{64}$/.test(seed) && seedCommitment(seed) === commitment;
  return isKept
    ? holds('The seed has the hash that was published before the first move.')
    : fault('The seed does not have the hash that was published before the first move.');
}

/** The match again, or what the rules refuse. */
function replay({ gameId, seed, options, seats, inputs }: MatchRecord): Simulation | string {
  try {
    return resimulate({ gameId, seed, options, seats, inputs });
  } catch (error) {
    return error instanceof Error ? error.message : 'The match cannot be played again.';
  }
}

interface Expected {
  type: string;
  data: Record<string, unknown>;
  /** The step that it belongs to; 0 is the setup. */
  step: number;
}

function expectedFor({ steps }: Simulation, audience: string): Expected[] {
  return steps.flatMap(({ events }, step) =>
    events.filter((event) => event.audience === audience).map(({ type, data }) => ({ type, data, step })),
  );
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
const withoutAdded = (data: Record<string, unknown>) =>
  data.view === undefined ? data : Object.fromEntries(Object.entries(data).filter(([key]) => !ADDED.includes(key)));

/** Every public event, and the position that was told with it. */
function publicCheck(game: AnyGame, record: MatchRecord, simulation: Simulation): Check {
  const told = record.events.filter(({ audience }) => audience === 'public');
  const expected = expectedFor(simulation, 'public');
  const plies = pliesOf(record, simulation);
  const resignations = record.inputs.flatMap(({ move }, index) => (isResignation(move) ? [index + 1] : []));
  const last = simulation.steps.length - 1;
  let next = 0;
  let positions = 0;
  for (const event of told) {
    const isGame = game.eventTypes.includes(event.type);
    if (isGame) {
      const difference = eventDifference(event, expected[next]);
      if (difference) return fault(`Public event ${next + 1} of the game differs: ${difference}.`);
      next++;
    }
    const given = !isGame && event.type === 'resigned' ? resignations.shift() : undefined;
    if (event.data.view === undefined) continue;
    const ofRuntime = event.type === 'match_started' ? 0 : (given ?? last);
    const step = isGame ? (expected[next - 1]?.step ?? 0) : ofRuntime;
    const difference = positionDifference(game, simulation, step, plies[step] ?? 0, event);
    if (difference) return fault(`The position after move ${plies[step] ?? 0} differs: ${difference}.`);
    positions++;
  }
  const missing = expected.length - next;
  if (missing > 0)
    return fault(`${counted(missing, 'public event')} that the rules give ${missing === 1 ? 'was' : 'were'} not told.`);
  return holds(
    `${counted(positions, 'public position')} and ${counted(expected.length, 'event')}: every one is what the rules give.`,
  );
}

function eventDifference(told: ToldEvent, expected: Expected | undefined): string | null {
  if (!expected) return `${told.type} was told, and the rules give nothing more`;
  if (told.type !== expected.type) return `${told.type} was told, and the rules give ${expected.type}`;
  return findDifference(withoutAdded(told.data), asJson(expected.data));
}

function positionDifference(
  game: AnyGame,
  { steps }: Simulation,
  step: number,
  ply: number,
  { type, data }: ToldEvent,
): string | null {
  const view: unknown = game.view(steps[step]?.state, { viewer: 'spectator', revealed: ENDINGS.has(type) });
  return (
    findDifference(data.ply, ply, 'ply') ??
    findDifference(data.view, asJson(view)) ??
    findDifference(data.text, game.describe(view, 'spectator'), 'text')
  );
}

/** The ply after each step, counted as the runtime does: moves with a public event that change the position. */
function pliesOf({ inputs }: MatchRecord, { steps }: Simulation): number[] {
  let ply = 0;
  return steps.map(({ events, positionChanged }, step) => {
    const input = step > 0 ? inputs[step - 1] : undefined;
    const isMove = input !== undefined && input.seat !== null && !isResignation(input.move);
    if (isMove && positionChanged && events.some(({ audience }) => audience === 'public')) ply++;
    return ply;
  });
}

/** The events of the game for single seats, teams and omniscient viewers. */
function hiddenCheck(hidden: readonly ToldEvent[], simulation: Simulation): Check {
  const given = simulation.steps.flatMap(({ events }) => events.map(({ audience }) => audience));
  const audiences = new Set([...hidden.map(({ audience }) => audience), ...given.filter((one) => one !== 'public')]);
  for (const audience of audiences) {
    const told = hidden.filter((event) => event.audience === audience);
    const expected = expectedFor(simulation, audience);
    for (let index = 0; index < Math.max(told.length, expected.length); index++) {
      const event = told[index];
      const difference = event ? eventDifference(event, expected[index]) : 'it was not told';
      if (difference) return fault(`What ${audience} was told differs at event ${index + 1}: ${difference}.`);
    }
  }
  return holds(`${counted(hidden.length, 'hidden event')}, told to some alone: every one is what the rules give.`);
}

/** What a page has drawn, whichever of the two ways of looking it was. */
function shownCheck(
  game: AnyGame,
  record: MatchRecord,
  simulation: Simulation,
  shown: readonly ShownPosition[],
): Check {
  const viewers: Viewer[] = ['spectator', 'omniscient'];
  const plies = pliesOf(record, simulation);
  for (const { ply, view } of shown) {
    const states = simulation.steps.filter((_, step) => plies[step] === ply).map(({ state }) => state);
    const given = states.flatMap((state) =>
      viewers.map((viewer) => onlyKeysOf(view, asJson(game.view(state, whileRunning(viewer))))),
    );
    const differences = given.map((one) => findDifference(view, one));
    if (differences.includes(null)) continue;
    return fault(`This page shows another position at move ${ply}: ${differences[0] ?? 'there is no such move'}.`);
  }
  return holds(`${counted(shown.length, 'position')} that this page shows: every one is from the match played again.`);
}

function onlyKeysOf(view: Record<string, unknown>, given: unknown): unknown {
  const all = given as Record<string, unknown>;
  return Object.fromEntries(Object.keys(view).map((key) => [key, all[key]]));
}

function outcomeCheck(record: MatchRecord, simulation: Simulation): Check {
  if (record.status === 'cancelled') {
    return simulation.outcome === null
      ? holds('The match was cancelled before it was over, so there is no result.')
      : fault('The match was told as cancelled, and by the rules it was over.');
  }
  const difference = findDifference(record.outcome, asJson(simulation.outcome), 'the result');
  return difference ? fault(`The result differs: ${difference}.`) : holds('The result is the one that the rules give.');
}
