import type { Seat } from '@/lib/core/game';
import {
  CELLS,
  COORDS,
  cellOf,
  FLEET_CELLS,
  fleetFault,
  fogOf,
  type Grid,
  hitsIn,
  linesOf,
  resultAt,
  shotsAt,
} from './grid';

/** By seat; west shoots first and is whom the state string calls `player`. */
export const SIDES = ['west', 'east'] as const;
export type Side = (typeof SIDES)[number];
const WHO = ['player', 'opponent'] as const;

export interface SeaBattleState {
  /** The waters of each seat, its ships and what was shot there. */
  grids: [Grid, Grid];
  /** Where the last shot fell. */
  last: string | null;
}

export const other = (seat: Seat): Seat => 1 - seat;

/** What was shot at the waters of each seat. States never change, so it is counted once. */
interface Tally {
  shots: [number, number];
  hits: [number, number];
}
const tallies = new WeakMap<SeaBattleState, Tally>();

function tallyOf(state: SeaBattleState): Tally {
  const known = tallies.get(state);
  if (known) return known;
  const [west, east] = state.grids;
  const made: Tally = { shots: [shotsAt(west), shotsAt(east)], hits: [hitsIn(west), hitsIn(east)] };
  tallies.set(state, made);
  return made;
}

/** How many shots a seat has fired. */
export const shotsBy = (state: SeaBattleState, seat: Seat): number => tallyOf(state).shots[other(seat) === 0 ? 0 : 1];

/** One shot a turn, west first; at the end, who would have been next. */
export const turnOf = (state: SeaBattleState): Seat => (shotsBy(state, 0) === shotsBy(state, 1) ? 0 : 1);

/** The seat that has sunk the whole fleet of the other. */
export function winnerOf(state: SeaBattleState): Seat | null {
  const loser = tallyOf(state).hits.indexOf(FLEET_CELLS);
  return loser === -1 ? null : other(loser);
}

/** What the last shot did: `miss`, `hit`, `sunk(3)`; '' before the first. */
export function lastResult(state: SeaBattleState): string {
  return state.last === null ? '' : resultAt(state.grids[turnOf(state)] as Grid, cellOf(state.last));
}

/** `B4:hit`, and `-` before the first shot. */
function lastAction(state: SeaBattleState): string {
  return state.last === null ? '-' : `${state.last}:${lastResult(state)}`;
}

export const STATE_FORMAT =
  'P:<player_board>|O:<opponent_board>|F:<fog_board>|OF:<opponent_fog>|T:<turn>|ST:<status>|LA:<last_action>|W:<winner>';

/** The state string of game-tools.md, Sea Battle state format. West is `player`. */
export function writeState(state: SeaBattleState): string {
  const [own, others] = state.grids;
  return [
    `P:${written(own)}`,
    `O:${written(others)}`,
    `F:${written(fogOf(others))}`,
    `OF:${written(fogOf(own))}`,
    standingOf(state),
  ].join('|');
}

/** What the boards and the last shot make of the game: the end of the string. */
function standingOf(state: SeaBattleState): string {
  const winner = winnerOf(state);
  return [
    `T:${WHO[turnOf(state) === 0 ? 0 : 1]}`,
    `ST:${winner === null ? 'in_progress' : 'game_over'}`,
    `LA:${lastAction(state)}`,
    `W:${winner === null ? '-' : WHO[winner === 0 ? 0 : 1]}`,
  ].join('|');
}

const written = (grid: Grid) => linesOf(grid).join('/');
const read = (board: string): Grid => board.replaceAll('/', '');

const FULL = '([.SHM]{10}(?:/[.SHM]{10}){9})';
const FOG = '([.HM]{10}(?:/[.HM]{10}){9})';
const STATE_STRING = new RegExp(
  `^P:${FULL}\\|O:${FULL}\\|F:${FOG}\\|OF:${FOG}\\|T:[a-z]+\\|ST:[a-z_]+\\|LA:(-|([A-J](?:10|[1-9])):(?:hit|miss|sunk\\(\\d\\)))\\|W:[a-z-]+$`,
);

/**
 * Reads a state string.
 * @throws Error with the reason when a board is no fleet, the boards disagree, or no game leads there.
 */
export function readState(text: string): SeaBattleState {
  const [, player, opponent, fog = '', opponentFog = '', action, last] = STATE_STRING.exec(text) ?? [];
  if (player === undefined || opponent === undefined) {
    throw new Error(`Not a sea battle state: expected ${STATE_FORMAT}, boards of ten rows of ten separated by "/".`);
  }
  const state: SeaBattleState = { grids: [read(player), read(opponent)], last: last ?? null };
  checkBoards(state, [opponentFog, fog]);
  checkShots(state);
  checkLast(state, action ?? '-');
  if (!text.endsWith(`|${standingOf(state)}`)) {
    throw new Error(`The fields contradict the boards; expected ${writeState(state)}`);
  }
  return state;
}

const NAMES = [
  { board: 'P', fog: 'OF' },
  { board: 'O', fog: 'F' },
] as const;

function checkBoards({ grids }: SeaBattleState, fogs: readonly string[]): void {
  for (const [seat, { board, fog }] of NAMES.entries()) {
    const grid = grids[seat] as Grid;
    const fault = fleetFault(grid);
    if (fault) throw new Error(`Impossible board ${board}: ${fault}.`);
    if (read(fogs[seat] ?? '') !== fogOf(grid)) {
      throw new Error(`${fog} and ${board} disagree: a fog board shows the hits and misses of the board and no ship.`);
    }
  }
}

function checkShots(state: SeaBattleState): void {
  const [player, opponent] = [shotsBy(state, 0), shotsBy(state, 1)];
  if (player !== opponent && player !== opponent + 1) {
    throw new Error(
      `Impossible shots: the player fires first and turns alternate, but it is ${player} to ${opponent}.`,
    );
  }
  const sunk = tallyOf(state).hits.map((hits) => hits === FLEET_CELLS);
  const isPlayerNext = player === opponent;
  if (sunk[isPlayerNext ? 1 : 0]) throw new Error('Impossible shots: play went on after a fleet was sunk.');
}

function checkLast(state: SeaBattleState, action: string): void {
  if ((state.last === null) !== (shotsBy(state, 0) === 0)) {
    throw new Error('Impossible last action: "-" stands only before the first shot.');
  }
  if (state.last === null) return;
  const target = state.grids[turnOf(state)] as Grid;
  const mark = target[cellOf(state.last)];
  const said = mark === 'H' || mark === 'M' ? lastAction(state) : null;
  if (said !== action) {
    throw new Error(`Impossible last action: ${said ? `it was ${said}` : `nobody shot at ${state.last}`}.`);
  }
  if (winnerOf(state) !== null && mark !== 'H') throw new Error('Impossible last action: the last shot sinks a ship.');
}

/** Cells of a seat's target that were not shot at. */
export function openCoords(state: SeaBattleState, seat: Seat): string[] {
  const target = state.grids[other(seat)] as Grid;
  const open: string[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    if (target[cell] === '.' || target[cell] === 'S') open.push(COORDS[cell] as string);
  }
  return open;
}
