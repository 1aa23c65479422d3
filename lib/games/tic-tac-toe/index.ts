import { z } from 'zod';
import { defineGame } from '@/lib/core/game';
import { unwrapAction } from '@/lib/games/action';
import { TIC_TAC_TOE_MANNERS } from '@/lib/games/tic-tac-toe/manner';
import { chooseCell } from './bot';
import {
  CELLS,
  type Cell,
  freeCells,
  MARKS,
  markToMove,
  outcomeOf,
  place,
  type TicTacToeState,
  winnerOf,
} from './grid';
import { judge } from './judge';
import { decode, encode } from './state-string';
import { ticTacToeAdapter } from './stateless-adapter';
import { describe, viewOf } from './view';

const move = z.preprocess(
  (action) => unwrapAction(action, ['coord', 'cell']),
  z
    .string({ error: 'Name a cell, for example "B2".' })
    .trim()
    .toUpperCase()
    .pipe(z.enum(CELLS, { error: 'Name a cell from A1 to C3: a column letter, then a row number.' })),
);

const rules = defineGame({
  id: 'tic_tac_toe',
  version: 1,
  title: 'Tic-tac-toe',
  about: 'Two players take turns to mark a cell; three in a row wins.',
  summary: 'The three-by-three classic: X opens, three in a row wins, a full board is a draw.',
  tags: ['board', 'perfect-information', 'quick'],
  rulesSource: 'game-tools.md, Tic-Tac-Toe',
  information: 'perfect',
  chance: false,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: MARKS },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  options: z.strictObject({
    side: z.enum(MARKS).default('X').describe('Mark that the state string calls "player". X opens whatever it is.'),
  }),
  move,

  setup: ({ options }) => ({ state: { grid: '.........', last: null, side: options.side }, events: [] }),
  actors: ({ grid }) => (winnerOf(grid) === null ? [MARKS.indexOf(markToMove(grid))] : []),
  legalMoves: ({ grid }, seat) => (winnerOf(grid) === null && MARKS[seat] === markToMove(grid) ? freeCells(grid) : []),

  apply(state: TicTacToeState, seat, cell: Cell) {
    const mark = markToMove(state.grid);
    if (winnerOf(state.grid) !== null) return { ok: false, reason: 'The game is over.' };
    if (MARKS[seat] !== mark) return { ok: false, reason: `It is ${mark}'s turn.` };
    const free = freeCells(state.grid);
    if (!free.includes(cell)) return { ok: false, reason: `${cell} is taken.`, nearest: free };
    return {
      ok: true,
      state: { ...state, grid: place(state.grid, cell, mark), last: cell },
      events: [{ type: 'move_played', audience: 'public', data: { seat, move: cell, notation: `${mark} ${cell}` } }],
    };
  },

  outcome: outcomeOf,
  view: viewOf,
  encode,
  decode,
  clock: ({ grid }, moveTimeMs) =>
    winnerOf(grid) === null ? { key: `ply:${9 - freeCells(grid).length}`, limitMs: moveTimeMs } : null,

  instructions: () =>
    [
      'Tic-tac-toe on a 3×3 board. Seat 0 is X and opens, seat 1 is O; then you take turns. Three of your marks in a row, column or diagonal win; a full board without one is a draw.',
      'Act with a free cell: a column letter A–C, then a row number 1–3 from the top, for example "B2" (the centre) or {"coord":"B2"}. {"type":"resign"} gives up, {"type":"state"} only looks.',
      'Answers: your_turn says whether you may act; legal_moves lists the free cells, each usable as it is; view.board holds three rows of ".", "X" and "O" from the top, view.you is your mark, view.turn whose turn it is, view.winner "X", "O" or "draw" at the end.',
    ].join('\n'),
  actionSchema: {
    description: 'A free cell, for example "B2" or {"coord":"B2"}.',
    anyOf: [
      { type: 'string', pattern: '^[A-Ca-c][1-3]$' },
      { type: 'object', properties: { coord: { type: 'string', pattern: '^[A-Ca-c][1-3]$' } }, required: ['coord'] },
    ],
  },
  bot: { cost: 'instant', choose: chooseCell, manners: TIC_TAC_TOE_MANNERS },
  judge,
  describe,
});

export const ticTacToe: typeof rules = { ...rules, statelessAdapter: ticTacToeAdapter(rules) };

export type { TicTacToeState } from './grid';
export type { TicTacToeView } from './view';
