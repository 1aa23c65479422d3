import type { Seat } from '@/lib/core/game';
import {
  CELLS,
  COORDS,
  cellOf,
  FLEET_CELLS,
  fleetFault,
  type Grid,
  hideShips,
  hitsIn,
  linesOf,
  resultAt,
  shotsAt,
} from './grid';

/** By seat; west shoots first and is `player` in the state string. */
export const SIDES = ['west', 'east'] as const;
export type Side = (typeof SIDES)[number];
const WHO = ['player', 'opponent'] as const;

export interface SeaBattleState {
  /** The grid of each seat: its ships and the shots at it. */
  grids: [Grid, Grid];
  /** The cell of the last shot. */
  last: string | null;
}

export const otherSeat = (seat: Seat): Seat => 1 - seat;

/** The shots at each seat's grid. Cached by state, because a state never changes. */
interface Tally {
  shots: [number, number];
  hits: [number, number];
}
const tallies = new WeakMap<SeaBattleState, Tally>();

function tallyOf(state: SeaBattleState): Tally {
  const cached = tallies.get(state);
  if (cached) return cached;
  const [west, east] = state.grids;
  const tally: Tally = { shots: [shotsAt(west), shotsAt(east)], hits: [hitsIn(west), hitsIn(east)] };
  tallies.set(state, tally);
  return tally;
}

/** How many shots a seat has fired. */
export const shotsBy = (state: SeaBattleState, seat: Seat): number =>
  tallyOf(state).shots[otherSeat(seat) === 0 ? 0 : 1];

/** One shot a turn, west first; after the end, the side that would be next. */
export const turnOf = (state: SeaBattleState): Seat => (shotsBy(state, 0) === shotsBy(state, 1) ? 0 : 1);

/** The seat that has sunk the whole fleet of the other. */
export function winnerOf(state: SeaBattleState): Seat | null {
  const loser = tallyOf(state).hits.indexOf(FLEET_CELLS);
  return loser === -1 ? null : otherSeat(loser);
}

/** The result of the last shot: `miss`, `hit`, `sunk(3)`; '' before the first. */
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
    `F:${written(hideShips(others))}`,
    `OF:${written(hideShips(own))}`,
    standingOf(state),
  ].join('|');
}

/** The fields that follow from the boards and the last shot: the end of the string. */
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
 * @throws Error with the reason when a board is not a fleet, the boards disagree, or the position is unreachable.
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
    if (read(fogs[seat] ?? '') !== hideShips(grid)) {
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
  const possible = mark === 'H' || mark === 'M' ? lastAction(state) : null;
  if (possible !== action) {
    throw new Error(
      `Impossible last action: ${possible ? `it was ${possible}` : `no shot was fired at ${state.last}`}.`,
    );
  }
  if (winnerOf(state) !== null && mark !== 'H') throw new Error('Impossible last action: the last shot sinks a ship.');
}

/** The cells that a seat has not shot at. */
export function openCoords(state: SeaBattleState, seat: Seat): string[] {
  const target = state.grids[otherSeat(seat)] as Grid;
  const open: string[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    if (target[cell] === '.' || target[cell] === 'S') open.push(COORDS[cell] as string);
  }
  return open;
}

export interface ShipView {
  size: number;
  sunk: boolean;
  /** The cells of the ship; null while they are hidden from the viewer. */
  cells: string[] | null;
}

export interface SeaBattleView {
  /** Ten rows of ten from the top: `.` water or unknown, `S` ship that the viewer may see, `H` hit, `M` miss. */
  waters: Record<Side, string[]>;
  /** Longest first; of equal ones the sunk first, so that the order reveals nothing. */
  fleets: Record<Side, ShipView[]>;
  /** Shots that each side has fired. */
  shots: Record<Side, number>;
  status: 'in_progress' | 'game_over';
  turn: Side | null;
  /** The viewer's own side; null for spectators. */
  you: Side | null;
  winner: Side | null;
  /** `result` is `miss`, `hit` or `sunk(3)`. */
  last_move: { side: Side; coord: string; result: string } | null;
}
