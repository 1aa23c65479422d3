import { type AnyGame, awaitedSeats, type GameEvent, type Seat, type Viewer } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { chooseHere } from '@/lib/games/bot-choice';
import { isResignation } from '@/lib/games/resign';
import type { RecordedInput } from '@/lib/games/simulate';
import { playBotMatch } from './bot-match';

/** A game from its seed and its inputs, recorded as text that a person can read. */
export interface Playthrough {
  seed: string;
  seats: number;
  options: unknown;
  inputs: RecordedInput[];
}

const MAX_LISTED_MOVES = 10;
const MAX_INPUTS = 400;
const MAX_VALUE_CHARS = 80;

/** Plays a game with its house bots; the clock runs out where the game waits for no seat. Bots that talk take their time. */
export function playWithBots(
  game: AnyGame,
  { seed, seats, options, strength = 'easy' }: Omit<Playthrough, 'inputs'> & { strength?: 'easy' | 'strong' },
): Playthrough {
  if (game.bot?.conversation) return { seed, seats, options, inputs: playBotMatch(game, { seed, options }).inputs };
  const rng = new Rng({ seed, drawn: 0 });
  const inputs: RecordedInput[] = [];
  let { state } = game.setup({ options: game.options.parse(options), seats, rng });
  while (game.outcome(state) === null) {
    if (inputs.length >= MAX_INPUTS) throw new Error(`${game.id} did not end within ${MAX_INPUTS} inputs.`);
    const input = chooseInput(game, state, `${seed.slice(0, 56)}${String(inputs.length).padStart(8, '0')}`, strength);
    inputs.push(input);
    state = takeInput(game, state, input, rng).state;
  }
  return { seed, seats, options, inputs };
}

function chooseInput(game: AnyGame, state: unknown, seed: string, strength: 'easy' | 'strong'): RecordedInput {
  const [seat] = awaitedSeats(game, state);
  if (seat === undefined) return { seat: null, move: null };
  const view: unknown = game.view(state, { viewer: seat, revealed: false });
  const legalMoves = game.legalMoves(state, seat);
  return { seat, move: chooseHere({ gameId: game.id, view, legalMoves, seat, strength, seed }) };
}

/** @throws Error when the rules refuse the input */
function takeInput(
  game: AnyGame,
  state: unknown,
  { seat, move }: RecordedInput,
  rng: Rng,
): { state: unknown; events: GameEvent[]; positionChanged?: boolean } {
  if (seat === null) {
    if (!game.onDeadline) throw new Error(`${game.id} has no rule for the end of its time.`);
    return game.onDeadline(state, rng);
  }
  if (isResignation(move)) {
    const left = game.leaving?.leave(state, seat, rng);
    if (!left) throw new Error(`${game.id} does not continue without seat ${seat}.`);
    return left;
  }
  const applied = game.apply(state, seat, game.move.parse(move), rng);
  if (!applied.ok) throw new Error(`The rules of ${game.id} refuse ${JSON.stringify(move)}: ${applied.reason}`);
  return applied;
}

/**
 * Writes a playthrough: each input with its events, the seats that may act, their legal moves, and of every viewer's
 * view and text what has changed. @throws Error when the rules refuse an input
 */
export function writePlaythrough(game: AnyGame, { seed, seats, options, inputs }: Playthrough): string {
  const rng = new Rng({ seed, drawn: 0 });
  const opened = game.setup({ options: game.options.parse(options), seats, rng });
  let { state } = opened;
  let views = viewsOf(game, state, seats);
  const head = [
    `game: ${game.id}`,
    `version: ${game.version}`,
    `seed: ${seed}`,
    `seats: ${seats}`,
    `options: ${JSON.stringify(options)}`,
  ];
  const parts = [...head, '', '== Start', ...eventLines(opened.events), ...stateLines(game, state), ...diff([], views)];
  for (const [index, input] of inputs.entries()) {
    const step = takeInput(game, state, input, rng);
    state = step.state;
    const next = viewsOf(game, state, seats);
    const speech = step.positionChanged === false ? ['position: unchanged'] : [];
    parts.push('', `== ${index + 1}. ${inputText(input)}`, ...eventLines(step.events), ...speech);
    parts.push(...stateLines(game, state), ...diff(views, next));
    views = next;
  }
  const ended = viewsOf(game, state, seats, true);
  parts.push('', '== Revealed', ...diff(views, ended));
  return `${parts.join('\n')}\n`;
}

const inputText = ({ seat, move }: RecordedInput) =>
  seat === null ? 'time runs out' : `seat ${seat}: ${JSON.stringify(move)}`;

/** Reads what {@link writePlaythrough} writes. @throws Error when the text is no playthrough */
export function readPlaythrough(text: string): Playthrough & { gameId: string } {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const [gameId, seed, seats, options] = ['game', 'seed', 'seats', 'options'].map(field);
  if (!gameId || !seed || !seats || !options) throw new Error('The playthrough has no game, seed, seats or options.');
  const inputs = [...text.matchAll(/^== \d+\. (?:time runs out|seat (\d+): (.*))$/gm)].map(
    ([, seat, move]): RecordedInput =>
      seat === undefined ? { seat: null, move: null } : { seat: Number(seat), move: JSON.parse(move ?? 'null') },
  );
  return { gameId, seed, seats: Number(seats), options: JSON.parse(options), inputs };
}

const eventLines = (events: readonly GameEvent[]): string[] =>
  events.map(({ type, audience, data }) => `event ${audience} ${type} ${JSON.stringify(data)}`);

function stateLines(game: AnyGame, state: unknown): string[] {
  const outcome = game.outcome(state);
  if (outcome) return [`outcome: ${JSON.stringify(outcome)}`];
  const actors = game.actors(state);
  const legal = actors.map((seat) => legalLine(seat, game.legalMoves(state, seat)));
  const clock = game.clock(state, 60_000);
  return [
    `may act: ${actors.join(' ') || 'no seat'}; awaited: ${awaitedSeats(game, state).join(' ') || 'no seat'}`,
    `clock: ${clock ? `${clock.key}, ${clock.limitMs} ms` : 'none'}`,
    ...legal,
  ];
}

function legalLine(seat: Seat, moves: readonly unknown[]): string {
  const listed = moves.slice(0, MAX_LISTED_MOVES).map((move) => JSON.stringify(move));
  const more = moves.length > MAX_LISTED_MOVES ? ' …' : '';
  return `legal moves of seat ${seat} (${moves.length}): ${listed.join(' ')}${more}`;
}

/** A viewer's view, line by line: `board: ["X..","...","..."]`, and the lines of the text after a bar. */
interface Shown {
  viewer: Viewer;
  lines: string[];
}

function viewsOf(game: AnyGame, state: unknown, seats: number, revealed = false): Shown[] {
  const viewers: Viewer[] = [...Array.from({ length: seats }, (_, seat) => seat), 'spectator', 'omniscient'];
  return viewers.map((viewer) => {
    const view: unknown = game.view(state, { viewer, revealed });
    const text = game.describe(view, viewer).split('\n');
    return { viewer, lines: [...fieldLines('', view), ...text.map((line) => `| ${line}`)] };
  });
}

/** A short value in one line, the parts of a long one each in their own. */
function fieldLines(path: string, value: unknown): string[] {
  const json = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || (path !== '' && json.length <= MAX_VALUE_CHARS)) {
    return [`${path}: ${json}`];
  }
  return Object.entries(value).flatMap(([key, part]) =>
    fieldLines(Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, part),
  );
}

/** The lines that are new for each viewer; lines that are new for the same viewers are grouped. */
function diff(before: readonly Shown[], after: readonly Shown[]): string[] {
  const viewersOf = new Map<string, Viewer[]>();
  for (const { viewer, lines } of after) {
    const old = new Set(before.find((one) => one.viewer === viewer)?.lines);
    for (const line of new Set(lines)) {
      if (!old.has(line)) viewersOf.set(line, [...(viewersOf.get(line) ?? []), viewer]);
    }
  }
  const groups = new Map<string, string[]>();
  for (const [line, viewers] of viewersOf) {
    const name = viewers.length === after.length ? 'all' : viewers.map(viewerName).join(', ');
    groups.set(name, [...(groups.get(name) ?? []), `  ${line}`]);
  }
  return [...groups].flatMap(([name, lines]) => [`new for ${name}:`, ...lines]);
}

const viewerName = (viewer: Viewer) => (typeof viewer === 'number' ? `seat ${viewer}` : viewer);
