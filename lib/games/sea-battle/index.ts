import { z } from 'zod';
import { defineGame, type GameEvent, type Outcome, type Perspective, type Seat } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { unwrapAction } from '@/lib/games/action';
import { chooseShot } from '@/lib/games/sea-battle/bot';
import {
  ALL_NEIGHBOURS,
  type Cell,
  COORDS,
  cellOf,
  columnOf,
  drawFleet,
  type Grid,
  hideShips,
  isSunk,
  linesOf,
  placeFleet,
  resultAt,
  rowOf,
  shipAt,
  shipsOf,
} from '@/lib/games/sea-battle/grid';
import { SEA_BATTLE_MANNERS } from '@/lib/games/sea-battle/manner';
import type { SeaBattleView, ShipView } from '@/lib/games/sea-battle/state';
import {
  lastResult,
  openCoords,
  otherSeat,
  readState,
  type SeaBattleState,
  SIDES,
  type Side,
  STATE_FORMAT,
  shotsBy,
  turnOf,
  winnerOf,
  writeState,
} from '@/lib/games/sea-battle/state';
import { turnAdapter } from '@/lib/games/turn-adapter';

export type { SeaBattleView } from '@/lib/games/sea-battle/state';

const WHAT_TO_SEND = 'Name a cell from A1 to J10: a column letter, then a row number, for example "B4".';

/** `b4`, `B-4`, `B04` → `B4`. */
const coord = z
  .string({ error: WHAT_TO_SEND })
  .trim()
  .toUpperCase()
  .regex(/^[A-J][\s,:-]?0?(10|[1-9])$/, { error: WHAT_TO_SEND })
  .transform((text) => `${text.charAt(0)}${Number(/\d+$/.exec(text)?.[0])}`);
const columnAndRow = z
  .object({ column: z.string(), row: z.union([z.int(), z.string()]) })
  .transform(({ column, row }) => `${column}${row}`);
const move = z
  .unknown()
  .transform((action) => unwrapAction(action, ['coord', 'cell', 'target']))
  .transform((action) => columnAndRow.safeParse(action).data ?? action)
  .pipe(coord);

const SEATS = [0, 1] as const;
const bySide = <T>(of: (seat: 0 | 1) => T): Record<Side, T> => ({ west: of(0), east: of(1) });

function outcome(state: SeaBattleState): Outcome | null {
  const winner = winnerOf(state);
  if (winner === null) return null;
  return {
    results: SEATS.map((seat) =>
      seat === winner ? { seat, result: 'win', rank: 1 } : { seat, result: 'loss', rank: 2 },
    ),
    reason: 'fleet_sunk',
    winner,
  };
}

function fleetView(grid: Grid, isSeen: boolean): ShipView[] {
  const ships = shipsOf(grid).map((ship): ShipView => {
    const sunk = isSunk(grid, ship);
    const cells = sunk || isSeen ? ship.map((cell) => COORDS[cell] ?? '') : null;
    return { size: ship.length, sunk, cells };
  });
  return ships.sort((one, next) => next.size - one.size || Number(next.sunk) - Number(one.sunk));
}

function view(state: SeaBattleState, { viewer, revealed }: Perspective): SeaBattleView {
  const winner = winnerOf(state);
  const turn = turnOf(state);
  const isSeen = (seat: Seat) => viewer === seat || viewer === 'omniscient' || revealed || winner !== null;
  const sideOf = (seat: Seat | null) => (seat === null ? null : (SIDES[seat] ?? null));
  const shooter = SIDES[otherSeat(turn) === 0 ? 0 : 1];
  return {
    waters: bySide((seat) => linesOf(isSeen(seat) ? state.grids[seat] : hideShips(state.grids[seat]))),
    fleets: bySide((seat) => fleetView(state.grids[seat], isSeen(seat))),
    shots: bySide((seat) => shotsBy(state, seat)),
    status: winner === null ? 'in_progress' : 'game_over',
    turn: winner === null ? sideOf(turn) : null,
    you: typeof viewer === 'number' ? sideOf(viewer) : null,
    winner: sideOf(winner),
    last_move: state.last === null ? null : { side: shooter, coord: state.last, result: lastResult(state) },
  };
}

/** The cell and the result of a shot; the cells of a sunk ship are public. */
function shotEvent(seat: Seat, target: Grid, cell: Cell): GameEvent {
  const move = COORDS[cell] ?? '';
  const result = resultAt(target, cell);
  const ship = result.startsWith('sunk') ? { ship: shipAt(target, cell).map((part) => COORDS[part]) } : {};
  return {
    type: 'move_played',
    audience: 'public',
    data: { seat, move, notation: `${move}:${result}`, does: `shoots at ${move}: ${inWords(result)}`, result, ...ship },
  };
}

/** `sunk(3)` → `a ship of 3 sinks`. */
function inWords(result: string): string {
  const size = /^sunk\((\d)\)$/.exec(result)?.[1];
  return size ? `a ship of ${size} sinks` : result;
}

function nearest(open: readonly string[], tried: string): string[] {
  const cell = cellOf(tried);
  const distance = (one: string) =>
    Math.hypot(columnOf(cellOf(one)) - columnOf(cell), rowOf(cellOf(one)) - rowOf(cell));
  return [...open].sort((one, next) => distance(one) - distance(next)).slice(0, (ALL_NEIGHBOURS[cell] ?? []).length);
}

function describe({ waters, fleets, turn, you, winner, last_move }: SeaBattleView): string {
  const head = '   A B C D E F G H I J';
  const rows = waters.west.map((west, index) => {
    const number = String(index + 1).padStart(2);
    return `${number} ${[...west].join(' ')}    ${number} ${[...(waters.east[index] ?? '')].join(' ')}`;
  });
  const afloat = (side: Side) => {
    const sizes = fleets[side].filter(({ sunk }) => !sunk).map(({ size }) => size);
    return `${side}: ${sizes.length === 0 ? 'nothing afloat' : `afloat ${sizes.join(', ')}`}.`;
  };
  return [
    `${'   west waters'.padEnd(head.length + 4)}   east waters`,
    `${head}    ${head}`,
    ...rows,
    'S ship, H hit, M miss, . water or unknown.',
    `${afloat('west')} ${afloat('east')}`,
    winner ? `${winner} has won.` : `${turn} to shoot.`,
    you && `You are ${you}.`,
    last_move && `Last shot: ${last_move.side} at ${last_move.coord}, ${last_move.result}.`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Both fleets at random. */
function begin(rng: Rng): SeaBattleState {
  return { grids: [drawFleet(placeFleet(rng)), drawFleet(placeFleet(rng))], last: null };
}

/** A lead in sunk ships that decides most games. */
const DECISIVE_LEAD = 2;
const sunkIn = (fleet: readonly ShipView[]): number => fleet.filter(({ sunk }) => sunk).length;

const rules = defineGame({
  id: 'sea_battle',
  version: 1,
  title: 'Sea battle',
  about: 'Two hidden fleets, one shot a turn; the player who sinks all five ships of the other wins.',
  summary:
    'Ten by ten, ships of 5, 4, 3, 3 and 2 that never touch, placed at random; hits, misses and sunk ships are called.',
  tags: ['board', 'hidden-information', 'classic'],
  rulesSource: 'game-tools.md, Sea Battle',
  information: 'hidden',
  chance: false,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: SIDES },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  options: z.strictObject({}),
  move,

  setup: ({ rng }) => ({
    state: begin(rng),
    events: [],
  }),
  actors: (state: SeaBattleState) => (winnerOf(state) === null ? [turnOf(state)] : []),
  legalMoves: (state, seat) => (winnerOf(state) === null && seat === turnOf(state) ? openCoords(state, seat) : []),

  apply(state, seat, coord: string) {
    if (winnerOf(state) !== null) return { ok: false, reason: 'The game is over.' };
    if (seat !== turnOf(state)) return { ok: false, reason: `It is ${SIDES[turnOf(state) === 0 ? 0 : 1]}'s turn.` };
    const target = state.grids[seat === 0 ? 1 : 0];
    const cell = cellOf(coord);
    if (target[cell] !== 'S' && target[cell] !== '.') {
      return {
        ok: false,
        reason: `You have shot at ${coord} before.`,
        nearest: nearest(openCoords(state, seat), coord),
      };
    }
    const struck = target.slice(0, cell) + (target[cell] === 'S' ? 'H' : 'M') + target.slice(cell + 1);
    const grids: [Grid, Grid] = seat === 0 ? [state.grids[0], struck] : [struck, state.grids[1]];
    return { ok: true, state: { grids, last: coord }, events: [shotEvent(seat, struck, cell)] };
  },

  outcome,
  view,
  isDecided: ({ fleets: { west, east } }) => Math.abs(sunkIn(west) - sunkIn(east)) >= DECISIVE_LEAD,
  encode: writeState,
  decode: readState,
  clock: (state, moveTimeMs) =>
    winnerOf(state) === null ? { key: `shot:${shotsBy(state, 0) + shotsBy(state, 1)}`, limitMs: moveTimeMs } : null,

  instructions: () =>
    [
      'Sea battle on two grids of ten by ten. Each side has ships of 5, 4, 3, 3 and 2 cells, straight, placed for you at random; ships never touch, not even at a corner, so all cells around a sunk ship are water. Seat 0 is west and shoots first, seat 1 is east; then you take turns with one shot each, after a hit too. The player who sinks all five ships of the other wins.',
      'Act with a cell of the other side that you have not shot at: a column letter A–J, then a row number 1–10 from the top, for example "B4" or {"coord":"B4"}. {"type":"resign"} gives up, {"type":"state"} only looks.',
      'Answers: your_turn says whether you may act; legal_moves lists the cells you may shoot at, each usable as it is; view.you is your side; view.waters.<your side> shows your own ships and the shots at them, view.waters.<other side> what you have found out: ten rows of ten from the top, "." water or unknown, "S" ship, "H" hit, "M" miss. view.fleets lists the ships of both sides with size, sunk and, once sunk, their cells. view.last_move.result is "miss", "hit" or "sunk(3)" with the size of the ship, view.winner "west" or "east" at the end, when all ships are shown.',
    ].join('\n'),
  actionSchema: {
    description: 'A cell of the other side that you have not shot at, for example "B4" or {"coord":"B4"}.',
    anyOf: [
      { type: 'string', pattern: '^[A-Ja-j]([1-9]|10)$' },
      {
        type: 'object',
        properties: { coord: { type: 'string', pattern: '^[A-Ja-j]([1-9]|10)$' } },
        required: ['coord'],
      },
    ],
  },
  bot: { cost: 'instant', choose: chooseShot, manners: SEA_BATTLE_MANNERS },
  describe,
});

export const seaBattle = defineGame({
  ...rules,
  statelessAdapter: turnAdapter(rules, {
    gameType: 'sea_battle',
    title: 'sea battle',
    stateFormat: STATE_FORMAT,
    begin: {
      start: (_, rng) => ({ ok: true, position: begin(rng) }),
    },
    move: {
      field: 'coord',
      schema: z
        .string()
        .regex(/^[A-J]([1-9]|10)$/)
        .describe('Cell to shoot at, A1 to J10: column letter, then row number'),
      write: (coord) => coord,
    },
    example: {
      position:
        'P:..SSSS..../........../........../........../.....SSSSS/.........M/.......SHS/...SS..M../........../...HHHM...' +
        '|O:....SMS.../....S.SM../....S.H.../......S.M./M........M/........../......S.../SSSSS.S.SS/......S.../....M.....' +
        '|F:.....M..../.......M../......H.../........M./M........M/........../........../........../........../....M.....' +
        '|OF:........../........../........../........../........../.........M/........H./.......M../........../...HHHM...' +
        '|T:player|ST:in_progress|LA:I7:hit|W:-',
      move: 'G4',
    },
  }),
});
