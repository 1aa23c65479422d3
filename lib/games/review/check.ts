import { type AnyGame, type Viewer, whileRunning } from '@/lib/core/game';
import { seedCommitment } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { isResignation } from '@/lib/games/resign';
import { resimulate, type Simulation } from '@/lib/games/simulate';
import { findDifference, findDifferenceFromAll } from './difference';
import { formsOfOutcome, formsOfView } from './earlier-forms';
import type { MatchRecord, RecordedEvent } from './record';

/** A position that a page has drawn, with some or all fields of its view. */
export interface ShownPosition {
  ply: number;
  view: Record<string, unknown>;
}

/** The result of one check, as text for people. */
export interface Check {
  passed: boolean;
  words: string;
}

/** Events whose view hides nothing. */
const REVEALING_EVENTS = new Set(['match_ended', 'match_cancelled']);
/** Fields that the runtime adds to an event with a view. */
const RUNTIME_FIELDS = ['ply', 'view', 'text', 'clock', 'commentary'];

/**
 * Replays a finished match from its revealed seed and its inputs, and compares every recorded event and every shown
 * position with the result. The list ends with the first failed check, because later ones would mean nothing.
 */
export function checkMatch(record: MatchRecord, positions: readonly ShownPosition[]): Check[] {
  const checks: Check[] = [];
  for (const check of runChecks(record, positions)) {
    checks.push(check);
    if (!check.passed) break;
  }
  return checks;
}

function* runChecks(record: MatchRecord, positions: readonly ShownPosition[]): Generator<Check> {
  yield checkSeed(record);
  const game = gameById(record.gameId);
  if (!game) return yield fail(`This page does not support the game ${record.gameId}.`);
  if (game.version !== record.gameVersion) {
    return yield fail(
      `The match was played by version ${record.gameVersion} of the rules; this page has version ${game.version}, so it cannot replay the match.`,
    );
  }
  const replayed = replay(record);
  if (typeof replayed === 'string') return yield fail(replayed);
  yield pass(`${counted(record.inputs.length, 'input')} replayed from the seed: each is legal.`);
  yield checkPublicEvents(game, record, replayed);
  const hidden = record.events.filter(({ audience, type }) => audience !== 'public' && game.eventTypes.includes(type));
  if (hidden.length > 0) yield checkHiddenEvents(hidden, replayed);
  if (positions.length > 0) yield checkShownPositions(game, record, replayed, positions);
  yield checkOutcome(record, replayed);
}

const pass = (words: string): Check => ({ passed: true, words });
const fail = (words: string): Check => ({ passed: false, words });
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function checkSeed({ seed, commitment }: MatchRecord): Check {
  const isMatching = /^[0-9a-f]{64}$/.test(seed) && seedCommitment(seed) === commitment;
  return isMatching
    ? pass('The seed has the hash that was published before the first move.')
    : fail('The seed does not have the hash that was published before the first move.');
}

/** Replays the match, or says which input is illegal. */
function replay({ gameId, seed, options, seats, inputs }: MatchRecord): Simulation | string {
  try {
    return resimulate({ gameId, seed, options, seats, inputs });
  } catch (error) {
    return error instanceof Error ? error.message : 'The match cannot be replayed.';
  }
}

interface ExpectedEvent {
  type: string;
  data: Record<string, unknown>;
  /** Index of its step; 0 is the setup. */
  step: number;
}

function expectedEvents({ steps }: Simulation, audience: string): ExpectedEvent[] {
  return steps.flatMap(({ events }, step) =>
    events.filter((event) => event.audience === audience).map(({ type, data }) => ({ type, data, step })),
  );
}

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
const omitRuntimeFields = (data: Record<string, unknown>) =>
  data.view === undefined
    ? data
    : Object.fromEntries(Object.entries(data).filter(([key]) => !RUNTIME_FIELDS.includes(key)));

/** Compares every public event of the game, and every position that an event contains. */
function checkPublicEvents(game: AnyGame, record: MatchRecord, simulation: Simulation): Check {
  const recorded = record.events.filter(({ audience }) => audience === 'public');
  const expected = expectedEvents(simulation, 'public');
  const plies = pliesOf(record, simulation);
  const resignations = record.inputs.flatMap(({ move }, index) => (isResignation(move) ? [index + 1] : []));
  const last = simulation.steps.length - 1;
  let next = 0;
  let positions = 0;
  for (const event of recorded) {
    const isGameEvent = game.eventTypes.includes(event.type);
    if (isGameEvent) {
      const difference = findEventDifference(event, expected[next]);
      if (difference) return fail(`Public event ${next + 1} of the game differs: ${difference}.`);
      next++;
    }
    const resignation = !isGameEvent && event.type === 'resigned' ? resignations.shift() : undefined;
    if (event.data.view === undefined) continue;
    const platformStep = event.type === 'match_started' ? 0 : (resignation ?? last);
    const step = isGameEvent ? (expected[next - 1]?.step ?? 0) : platformStep;
    const difference = findPositionDifference(game, simulation, step, plies[step] ?? 0, event);
    if (difference) return fail(`The position after move ${plies[step] ?? 0} differs: ${difference}.`);
    positions++;
  }
  const missing = expected.length - next;
  if (missing > 0) return fail(`The record lacks ${counted(missing, 'public event')} of the game.`);
  return pass(
    `${counted(positions, 'public position')} and ${counted(expected.length, 'event')}: every one matches the replay.`,
  );
}

function findEventDifference(recorded: RecordedEvent, expected: ExpectedEvent | undefined): string | null {
  if (!expected) return `the record has ${recorded.type}, expected no further event`;
  if (recorded.type !== expected.type) return `the record has ${recorded.type}, expected ${expected.type}`;
  return findDifference(omitRuntimeFields(recorded.data), toJson(expected.data));
}

function findPositionDifference(
  game: AnyGame,
  { steps }: Simulation,
  step: number,
  ply: number,
  { type, data }: RecordedEvent,
): string | null {
  const view: unknown = game.view(steps[step]?.state, { viewer: 'spectator', revealed: REVEALING_EVENTS.has(type) });
  return (
    findDifference(data.ply, ply, 'ply') ??
    findDifferenceFromAll(data.view, viewsOf(game, view)) ??
    findDifference(data.text, game.describe(view, 'spectator'), 'text')
  );
}

/** A view as JSON, in each form that a record or a page may have. */
const viewsOf = (game: AnyGame, view: unknown) => formsOfView(game.id, toJson(view) as Record<string, unknown>);

/**
 * The ply after each step, as the runtime counts it: moves and deadlines that change the position and have a public
 * event. Older matches did not count deadlines; their last ply shows it.
 */
function pliesOf(record: MatchRecord, simulation: Simulation): number[] {
  const plies = countPlies(record, simulation, true);
  const last = record.events.findLast(({ data }) => typeof data.ply === 'number')?.data.ply;
  return plies.at(-1) === last ? plies : countPlies(record, simulation, false);
}

function countPlies({ inputs }: MatchRecord, { steps }: Simulation, countsDeadlines: boolean): number[] {
  let ply = 0;
  return steps.map(({ events, positionChanged }, step) => {
    const input = step > 0 ? inputs[step - 1] : undefined;
    const counts = input !== undefined && (countsDeadlines || input.seat !== null) && !isResignation(input.move);
    if (counts && positionChanged && events.some(({ audience }) => audience === 'public')) ply++;
    return ply;
  });
}

/** Compares the events of the game for single seats, teams and omniscient viewers. */
function checkHiddenEvents(hidden: readonly RecordedEvent[], simulation: Simulation): Check {
  const expectedAudiences = simulation.steps.flatMap(({ events }) => events.map(({ audience }) => audience));
  const audiences = new Set([
    ...hidden.map(({ audience }) => audience),
    ...expectedAudiences.filter((one) => one !== 'public'),
  ]);
  for (const audience of audiences) {
    const recorded = hidden.filter((event) => event.audience === audience);
    const expected = expectedEvents(simulation, audience);
    for (let index = 0; index < Math.max(recorded.length, expected.length); index++) {
      const event = recorded[index];
      const difference = event ? findEventDifference(event, expected[index]) : 'it is missing';
      if (difference) return fail(`Event ${index + 1} for ${audience} differs: ${difference}.`);
    }
  }
  return pass(`${counted(hidden.length, 'hidden event')}, for some readers only: every one matches the replay.`);
}

/** Compares the positions that a page has drawn with the spectator's and the omniscient viewer's view. */
function checkShownPositions(
  game: AnyGame,
  record: MatchRecord,
  simulation: Simulation,
  positions: readonly ShownPosition[],
): Check {
  const viewers: Viewer[] = ['spectator', 'omniscient'];
  const plies = pliesOf(record, simulation);
  for (const { ply, view } of positions) {
    const states = simulation.steps.filter((_, step) => plies[step] === ply).map(({ state }) => state);
    const expected = states.flatMap((state) =>
      viewers.flatMap((viewer) =>
        viewsOf(game, game.view(state, whileRunning(viewer))).map((form) => pickKeysOf(view, form)),
      ),
    );
    const differences = expected.map((one) => findDifference(view, one));
    if (differences.includes(null)) continue;
    return fail(`This page shows another position at move ${ply}: ${differences[0] ?? 'there is no such move'}.`);
  }
  return pass(`${counted(positions.length, 'position')} that this page shows: every one matches the replay.`);
}

function pickKeysOf(view: Record<string, unknown>, all: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.keys(view).map((key) => [key, all[key]]));
}

function checkOutcome(record: MatchRecord, simulation: Simulation): Check {
  if (record.status === 'cancelled') {
    return simulation.outcome === null
      ? pass('The match was cancelled before it was over, so there is no result.')
      : fail('The match is recorded as cancelled, but its game was over.');
  }
  const forms = formsOfOutcome(record.gameId, simulation.outcome, record.options).map(toJson);
  const difference = findDifferenceFromAll(record.outcome, forms, 'the result');
  return difference ? fail(`The result differs: ${difference}.`) : pass('The result matches the replay.');
}
