import { z } from 'zod';
import { defineGame, type Judgement, type Outcome, type Perspective, type Seat, type Strength } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { unwrapAction } from '@/lib/games/action';
import { turnAdapter } from '@/lib/games/turn-adapter';

/** Column letter, then row number; A1 is the top left. */
const CELLS = ['A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3', 'C3'] as const;
/** Indexes into the grid. */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;
/** By seat: X opens. */
const MARKS = ['X', 'O'] as const;

type Cell = (typeof CELLS)[number];
type Mark = (typeof MARKS)[number];

export interface TicTacToeState {
  /** Nine of `.`, `X` and `O`, row by row. */
  grid: string;
  last: Cell | null;
  /** Whom the state string calls `player`. */
  side: Mark;
}

export interface TicTacToeView {
  /** Three rows of `.`, `X` and `O`, from the top. */
  board: string[];
  status: 'in_progress' | 'game_over';
  turn: Mark | null;
  /** The viewer's own mark; null for spectators. */
  you: Mark | null;
  winner: Mark | 'draw' | null;
  winning_line: Cell[] | null;
  last_move: Cell | null;
}

const move = z.preprocess(
  (action) => unwrapAction(action, ['coord', 'cell']),
  z
    .string({ error: 'Name a cell, for example "B2".' })
    .trim()
    .toUpperCase()
    .pipe(z.enum(CELLS, { error: 'Name a cell from A1 to C3: a column letter, then a row number.' })),
);

function markToMove(grid: string): Mark {
  return freeCells(grid).length % 2 === 1 ? 'X' : 'O';
}

function freeCells(grid: string): Cell[] {
  return CELLS.filter((_, index) => grid[index] === '.');
}

function place(grid: string, cell: Cell, mark: Mark): string {
  const index = CELLS.indexOf(cell);
  return grid.slice(0, index) + mark + grid.slice(index + 1);
}

function linesOf(grid: string, mark: Mark) {
  return LINES.filter((line) => line.every((index) => grid[index] === mark));
}

function winnerOf(grid: string): Mark | 'draw' | null {
  const winner = MARKS.find((mark) => linesOf(grid, mark).length > 0);
  if (winner) return winner;
  return grid.includes('.') ? null : 'draw';
}

function outcome({ grid }: TicTacToeState): Outcome | null {
  const winner = winnerOf(grid);
  if (winner === null) return null;
  if (winner === 'draw') {
    return { results: MARKS.map((_, seat) => ({ seat, result: 'draw', rank: 1 })), reason: 'board_full', winner: null };
  }
  return {
    results: MARKS.map((mark, seat) =>
      mark === winner ? { seat, result: 'win', rank: 1 } : { seat, result: 'loss', rank: 2 },
    ),
    reason: 'line',
    winner: MARKS.indexOf(winner),
  };
}

function view({ grid, last }: TicTacToeState, { viewer }: Perspective): TicTacToeView {
  const winner = winnerOf(grid);
  const lines = winner === null || winner === 'draw' ? [] : linesOf(grid, winner);
  return {
    board: [grid.slice(0, 3), grid.slice(3, 6), grid.slice(6, 9)],
    status: winner === null ? 'in_progress' : 'game_over',
    turn: winner === null ? markToMove(grid) : null,
    you: typeof viewer === 'number' ? (MARKS[viewer] ?? null) : null,
    winner,
    winning_line:
      lines.length > 0 ? CELLS.filter((_, index) => lines.some((line) => line.some((at) => at === index))) : null,
    last_move: last,
  };
}

/** The state string of game-tools.md, Tic-Tac-Toe State Format. */
function encode({ grid, last, side }: TicTacToeState): string {
  const winner = winnerOf(grid);
  const who = (mark: Mark) => (mark === side ? 'player' : 'opponent');
  const rows = `${grid.slice(0, 3)}/${grid.slice(3, 6)}/${grid.slice(6)}`;
  const status = winner === null ? 'in_progress' : 'game_over';
  const won = winner === null ? '-' : winner === 'draw' ? 'draw' : who(winner);
  const other = side === 'X' ? 'O' : 'X';
  return `G:${rows}|T:${who(markToMove(grid))}|ST:${status}|LA:${last ?? '-'}|W:${won}|P:${side}|O:${other}`;
}

const STATE_STRING =
  /^G:([.XO]{3})\/([.XO]{3})\/([.XO]{3})\|T:[a-z]+\|ST:[a-z_]+\|LA:(-|[ABC][123])\|W:[a-z-]+\|P:([XO])\|O:[XO]$/;

/** Reads a state string; whatever its grid implies must agree with the other fields. */
function decode(text: string): TicTacToeState {
  const [, top, middle, bottom, last, side] = STATE_STRING.exec(text) ?? [];
  if (top === undefined || middle === undefined || bottom === undefined || side === undefined) {
    throw new Error(
      'Not a tic-tac-toe state: expected G:<grid>|T:<turn>|ST:<status>|LA:<last>|W:<winner>|P:<mark>|O:<mark>.',
    );
  }
  const grid = top + middle + bottom;
  const state: TicTacToeState = {
    grid,
    last: CELLS.find((cell) => cell === last) ?? null,
    side: side === 'O' ? 'O' : 'X',
  };
  const lead = grid.split('X').length - grid.split('O').length;
  if (lead !== 0 && lead !== 1) throw new Error('Impossible grid: X moves first and the marks alternate.');
  const lastMark = lead === 1 ? 'X' : 'O';
  if (linesOf(grid, lastMark === 'X' ? 'O' : 'X').length > 0)
    throw new Error('Impossible grid: play went on after a line.');
  // The tools take a position that somebody set up: then nobody knows which mark came last.
  if (state.last !== null && grid[CELLS.indexOf(state.last)] !== lastMark) {
    throw new Error(`Impossible last action: ${lastMark} did not mark ${last}.`);
  }
  if (encode(state) !== text) throw new Error(`The fields contradict the grid; expected ${encode(state)}`);
  return state;
}

function describe({ board, turn, you, winner, last_move }: TicTacToeView): string {
  const rows = board.map((row, index) => `${index + 1} ${[...row].join(' ')}`);
  const standing = winner === 'draw' ? 'Draw.' : winner ? `${winner} has won.` : `${turn} to move.`;
  return ['  A B C', ...rows, standing, you && `You are ${you}.`, last_move && `Last move: ${last_move}.`]
    .filter(Boolean)
    .join('\n');
}

/** How often a house bot moves at random instead of best. */
const CARELESSNESS: Record<Strength, number> = { easy: 80, medium: 20, strong: 0 };
const worths = new Map<string, number>();

/** Exact worth of a grid for the mark to move: 0 is a draw, 10 less the plies to come a win, below 0 a loss. */
function worth(grid: string): number {
  const known = worths.get(grid);
  if (known !== undefined) return known;
  const mark = markToMove(grid);
  const winner = winnerOf(grid);
  const best =
    winner === null
      ? Math.max(...freeCells(grid).map((cell) => -fade(worth(place(grid, cell, mark)))))
      : winner === 'draw'
        ? 0
        : -10;
  worths.set(grid, best);
  return best;
}

const hopes = new Map<string, number>();

/**
 * How a grid goes for the mark that has just moved when the other moves at random: 1 is a sure win. Of equally good
 * cells it tells which one sets more traps.
 */
function hope(grid: string): number {
  const known = hopes.get(grid);
  if (known !== undefined) return known;
  const winner = winnerOf(grid);
  const mover = markToMove(grid);
  const replies = freeCells(grid).map((cell) => place(grid, cell, mover));
  const value =
    winner !== null
      ? Number(winner !== 'draw')
      : replies.reduce((sum, reply) => sum + answered(reply), 0) / replies.length;
  hopes.set(grid, value);
  return value;
}

/** The best hope of the mark that answers; -1 where it has lost. */
function answered(grid: string): number {
  const winner = winnerOf(grid);
  if (winner !== null) return winner === 'draw' ? 0 : -1;
  const mark = markToMove(grid);
  return Math.max(...freeCells(grid).map((cell) => hope(place(grid, cell, mark))));
}

/** A win that is one ply further away is worth a little less, a loss hurts a little less. */
function fade(value: number): number {
  return value - Math.sign(value);
}

function chooseCell({
  view,
  legalMoves,
  strength,
  rng,
}: {
  view: TicTacToeView;
  legalMoves: Cell[];
  seat: Seat;
  strength: Strength;
  rng: Rng;
}): Cell {
  if (rng.int(100) < CARELESSNESS[strength]) return rng.pick(legalMoves);
  const grid = view.board.join('');
  const mark = markToMove(grid);
  const rated = legalMoves.map((cell) => ({ cell, worth: -worth(place(grid, cell, mark)) }));
  const best = Math.max(...rated.map((option) => option.worth));
  const equal = rated.filter((option) => option.worth === best).map(({ cell }) => cell);
  if (strength !== 'strong') return rng.pick(equal);
  const hoped = equal.map((cell) => ({ cell, hope: hope(place(grid, cell, mark)) }));
  const most = Math.max(...hoped.map((option) => option.hope));
  return rng.pick(hoped.filter((option) => option.hope === most)).cell;
}

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

  outcome,
  view,
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
  bot: { cost: 'instant', choose: chooseCell },
  judge,
  describe,
});

/** The truth about a position: the whole game is small enough to be known. */
function judge({ grid }: TicTacToeState): Judgement<Cell> {
  const winner = winnerOf(grid);
  if (winner === 'draw') return { advantage: 0, exact: true, best: [], words: 'drawn' };
  if (winner) return { advantage: winner === 'X' ? 1 : -1, exact: true, best: [], words: `${winner} has won` };
  const mark = markToMove(grid);
  const value = worth(grid);
  const best = freeCells(grid)
    .map((cell) => ({ cell, worth: fade(-worth(place(grid, cell, mark))) }))
    .filter((option) => Math.sign(option.worth) === Math.sign(value))
    .sort((one, other) => other.worth - one.worth)
    .map(({ cell }) => cell);
  if (value === 0) return { advantage: 0, exact: true, best, words: 'drawn with best play' };
  const side = value > 0 ? mark : MARKS[1 - MARKS.indexOf(mark)];
  const moves = Math.ceil((10 - Math.abs(value)) / 2);
  return { advantage: side === 'X' ? 1 : -1, exact: true, best, words: `${side} wins in ${moves}` };
}

/** The rules with how game-tools.md spells them. */
export const ticTacToe: typeof rules = {
  ...rules,
  statelessAdapter: turnAdapter<TicTacToeState, Cell>(rules, {
    gameType: 'tic_tac_toe',
    title: 'tic-tac-toe',
    stateFormat: 'G:<grid>|T:<turn>|ST:<status>|LA:<last>|W:<winner>|P:<mark>|O:<mark>',
    begin: {
      inputs: { side: z.enum(MARKS).describe('Your mark, X unless told; X opens, so with O the opponent does') },
      start: ({ side = 'X' }) => {
        const mark = MARKS.find((one) => one === side);
        if (!mark) return { ok: false, reason: 'side is "X" or "O".' };
        return { ok: true, position: { grid: '.........', last: null, side: mark } };
      },
    },
    move: {
      field: 'coord',
      schema: z.enum(CELLS).describe('A cell: column letter A to C, then row 1 to 3 from the top; B2 is the centre'),
      write: (cell) => cell,
    },
    example: { position: 'G:X../.O./...|T:player|ST:in_progress|LA:B2|W:-|P:X|O:O', move: 'C3' },
  }),
};
