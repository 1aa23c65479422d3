import { z } from 'zod';
import { defineGame, type Outcome, type Perspective, type Seat } from '@/lib/core/game';
import { unwrapAction } from '@/lib/games/action';
import { chooseMove, judge } from '@/lib/games/four-in-a-row/bot';
import { FOUR_MANNERS } from '@/lib/games/four-in-a-row/manner';
import type { FourMove, FourView } from '@/lib/games/four-in-a-row/position';
import {
  COLORS,
  DISCS,
  decode,
  discsIn,
  drop,
  EMPTY,
  encode,
  type FourState,
  heightOf,
  legalColumns,
  openColumns,
  seatToMove,
  winnerOf,
  winningCells,
} from '@/lib/games/four-in-a-row/position';
import { turnAdapter } from '@/lib/games/turn-adapter';

export type { FourView } from '@/lib/games/four-in-a-row/position';

const ASK = 'Name a column from 1 to 7, counted from the left, for example {"column":4}.';
const COLUMN_WORD = /^(?:column|col)?\s*([1-7])$/i;

function columnIn(action: unknown): number | null {
  if (typeof action === 'number') return [1, 2, 3, 4, 5, 6, 7].includes(action) ? action : null;
  return typeof action === 'string' ? Number(COLUMN_WORD.exec(action.trim())?.[1] ?? 0) || null : null;
}

const move = z
  .unknown()
  .transform((action) => columnIn(unwrapAction(action, ['column', 'col'])))
  .transform((column, context): FourMove => {
    if (column !== null) return { column };
    context.addIssue({ code: 'custom', message: ASK });
    return z.NEVER;
  });

function outcome({ grid }: FourState): Outcome | null {
  const winner = winnerOf(grid);
  if (winner === null) return null;
  if (winner === 'draw') {
    return { results: [0, 1].map((seat) => ({ seat, result: 'draw', rank: 1 })), reason: 'board_full', winner: null };
  }
  return {
    results: [0, 1].map((seat) =>
      seat === winner ? { seat, result: 'win', rank: 1 } : { seat, result: 'loss', rank: 2 },
    ),
    reason: 'four',
    winner,
  };
}

function view({ grid, last }: FourState, { viewer }: Perspective): FourView {
  const winner = winnerOf(grid);
  const isWon = winner === 0 || winner === 1;
  return {
    board: grid.match(/.{7}/g) ?? [],
    status: winner === null ? 'in_progress' : 'game_over',
    turn: winner === null ? COLORS[seatToMove(grid)] : null,
    you: typeof viewer === 'number' ? (COLORS[viewer] ?? null) : null,
    winner: isWon ? COLORS[winner] : winner,
    winning_cells: isWon ? winningCells(grid) : null,
    last_move: last === null ? null : { column: last, row: heightOf(grid, last) },
  };
}

function describe({ board, turn, you, winner, last_move }: FourView): string {
  const standing = winner === 'draw' ? 'Draw.' : winner ? `${winner} has won.` : `${turn} to move.`;
  return [
    ...board.map((row, index) => `${6 - index} ${[...row].join(' ')}`),
    '  1 2 3 4 5 6 7',
    'R is red, Y is yellow.',
    standing,
    you && `You are ${you}.`,
    last_move && `Last move: column ${last_move.column}.`,
  ]
    .filter(Boolean)
    .join('\n');
}

const seatNow = (grid: string): Seat | null => (winnerOf(grid) === null ? seatToMove(grid) : null);

const rules = defineGame<FourState, FourMove, FourView, Record<string, never>>({
  id: 'four_in_a_row',
  version: 1,
  title: 'Four in a row',
  about: 'Two players drop discs into a frame of seven columns; four in a row wins.',
  summary:
    'Red opens and discs fall to the lowest free cell: four in a row, column or diagonal win, a full frame draws.',
  tags: ['board', 'perfect-information', 'quick'],
  rulesSource: 'game-tools.md, Four-in-a-Row',
  information: 'perfect',
  chance: false,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: COLORS },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  options: z.strictObject({}),
  move,

  setup: () => ({ state: EMPTY, events: [] }),
  actors({ grid }) {
    const seat = seatNow(grid);
    return seat === null ? [] : [seat];
  },
  legalMoves: ({ grid }, seat) => (seat === seatToMove(grid) ? legalColumns(grid).map((column) => ({ column })) : []),
  apply({ grid }, seat, { column }) {
    if (seatNow(grid) === null) return { ok: false, reason: 'The game is over.' };
    const mover = seatToMove(grid);
    if (seat !== mover) return { ok: false, reason: `It is ${COLORS[mover]}'s turn.` };
    const open = openColumns(grid);
    if (!open.includes(column)) {
      const nearest = open.toSorted((one, other) => Math.abs(one - column) - Math.abs(other - column) || one - other);
      const reason = `Column ${column} is full.`;
      return { ok: false, reason, nearest: nearest.map((free) => ({ column: free })) };
    }
    const data = { seat, move: { column }, notation: `${DISCS[mover]} ${column}`, row: heightOf(grid, column) + 1 };
    return {
      ok: true,
      state: { grid: drop(grid, column), last: column },
      events: [{ type: 'move_played', audience: 'public', data }],
    };
  },

  outcome,
  view,
  encode,
  decode,
  clock: ({ grid }, moveTimeMs) =>
    seatNow(grid) === null ? null : { key: `ply:${discsIn(grid)}`, limitMs: moveTimeMs },

  instructions: () =>
    [
      'Four in a row: a standing frame of seven columns and six rows. Seat 0 is red (R) and opens, seat 1 is yellow (Y); then you take turns. A disc falls to the lowest free cell of its column. Four of your discs next to each other in a row, a column or a diagonal win; a full frame without a four is a draw.',
      'Act with a column from 1 to 7, counted from the left: {"column":4}, or just "4". {"type":"resign"} gives up, {"type":"state"} only looks.',
      'Answers: your_turn says whether you may act; legal_moves lists the columns that are not full, each usable as it is; view.board holds six rows of ".", "R" and "Y" from the top, view.you is your colour, view.turn whose turn it is, view.last_move where the last disc lies (row 1 is the lowest), view.winner "red", "yellow" or "draw" at the end.',
    ].join('\n'),
  actionSchema: {
    description: 'A column from 1 to 7, counted from the left: {"column":4} or "4".',
    anyOf: [
      {
        type: 'object',
        properties: { column: { type: 'integer', minimum: 1, maximum: 7 } },
        required: ['column'],
      },
      { type: 'string', pattern: '^[1-7]$' },
    ],
  },
  bot: { cost: 'heavy', choose: chooseMove, manners: FOUR_MANNERS },
  judge,
  describe,
});

/** The rules and the field names of game-tools.md. */
export const fourInARow: typeof rules = {
  ...rules,
  statelessAdapter: turnAdapter<FourState, FourMove>(rules, {
    gameType: 'four_in_a_row',
    title: 'four in a row',
    stateFormat: 'G:<six rows of seven from the top, with />|T:<turn>|ST:<status>|LA:<last column>|W:<winner>',
    begin: { start: () => ({ ok: true, position: EMPTY }) },
    move: {
      field: 'column',
      schema: z.int().min(1).max(7).describe('A column that is not full, 1 to 7 from the left'),
      write: ({ column }) => column,
    },
    example: {
      position: 'G:......./......./......./...Y.../..RR.../..YR...|T:opponent|ST:in_progress|LA:3|W:-',
      move: 5,
    },
  }),
};
