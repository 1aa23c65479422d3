/**
 * What do the engines of checkers and four in a row cost? Legal moves of positions out of random games, and the moves of
 * whole random games. References: rapid-draughts, the permissive library for English draughts, by its own bitboards; and
 * a simple implementation of the rules without bitboards.
 */
import { DraughtsStatus } from 'rapid-draughts';
import { EnglishDraughtsEngineFactory } from 'rapid-draughts/english';
import { type Board as CheckersBoard, QUIET_LIMIT, rowsOf } from '@/lib/games/checkers/board';
import { boardOf, type CheckersState, OPENING, rulesOf } from '@/lib/games/checkers/position';
import { naiveGrid, naiveMoves, naiveOpening } from '@/lib/games/checkers/testing/naive';
import { Board as FourBoard } from '@/lib/games/four-in-a-row/board';
import { type Columns, EMPTY_COLUMNS, naiveDrop, naiveIsFour } from '@/lib/games/four-in-a-row/testing/naive';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';

const ROUNDS = sized(5, 1);
const ROUND_MS = sized(400, 10);
const SAMPLE = 256;
const MAX_MOVES = 128;
const buffer = new Int32Array(MAX_MOVES);

/** A cheap random generator: the one of matches costs more than a move. */
let drawn = 1;
function below(limit: number): number {
  drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
  return (drawn >>> 16) % limit;
}

const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** Calls `work` repeatedly for one round. Returns its units per second; `work` returns how many units it did. */
function perSecond(work: () => number): number {
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < ROUND_MS) done += work();
  return (done / (performance.now() - started)) * 1_000;
}

/** One random game of checkers on the engine's board; `look` is called with every position. */
function playCheckers(look?: (board: CheckersBoard) => void): number {
  let board = boardOf(OPENING);
  for (let plies = 0; ; plies++) {
    look?.(board);
    const count = board.quiet >= QUIET_LIMIT ? 0 : board.moves(buffer, 0);
    if (count === 0) return plies;
    board.make(buffer[below(count)] as number);
    if (plies % 100 === 99) board = board.copy();
  }
}

function playRapidDraughts(look?: (engine: ReturnType<typeof EnglishDraughtsEngineFactory.setup>) => void): number {
  const engine = EnglishDraughtsEngineFactory.setup();
  for (let plies = 0; ; plies++) {
    look?.(engine);
    if (engine.status !== DraughtsStatus.PLAYING) return plies;
    engine.move(pick(engine.moves));
  }
}

function playCheckersByHand(): number {
  let grid = naiveOpening();
  let quiet = 0;
  for (let plies = 0; ; plies++) {
    const { captures, simple } = naiveMoves(grid, plies % 2 ? 'b' : 'w');
    const moves = captures.length > 0 ? captures : simple;
    if (moves.length === 0 || quiet >= QUIET_LIMIT) return plies;
    const move = pick(moves);
    const [column, row] = move.path[0] ?? [0, 0];
    const isKing = 'WB'.includes(grid[row]?.[column] ?? '');
    quiet = isKing && move.captures === 0 ? quiet + 1 : 0;
    grid = move.grid;
  }
}

/** Every so many positions of random games, until there are enough. */
function sample<T>(play: (look: (position: T) => void) => void, keep: (position: T) => unknown): void {
  for (let kept = 0; kept < SAMPLE; )
    play((position) => {
      if (kept < SAMPLE && below(8) === 0) {
        keep(position);
        kept++;
      }
    });
}

async function compare(
  benchmark: string,
  unit: string,
  atLeast: number,
  ours: () => number,
  [reference, named]: [() => number, string],
): Promise<void> {
  const { ratio, ...samples } = await interleave(
    ROUNDS,
    async () => perSecond(ours),
    async () => perSecond(reference),
  );
  report({
    benchmark,
    ratio,
    budget: { atLeast },
    ours: `${figure(median(samples.ours))} ${unit}/s`,
    reference: `${figure(median(samples.reference))} ${unit}/s by ${named}`,
  });
}

const boards: CheckersBoard[] = [];
const states: CheckersState[] = [];
sample<CheckersBoard>(playCheckers, (board) => {
  boards.push(board.copy());
  states.push({ ...OPENING, rows: rowsOf(board), turn: board.side === 0 ? 'w' : 'b' });
});
const grids = states.map(({ rows, turn }) => ({ grid: naiveGrid(rows), turn }));
const engines: ReturnType<typeof EnglishDraughtsEngineFactory.setup>[] = [];
sample<ReturnType<typeof EnglishDraughtsEngineFactory.setup>>(playRapidDraughts, (engine) =>
  engines.push(engine.clone()),
);

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
const listByEngine = () => total(boards.map((board) => board.moves(buffer, 0)));
/** A fresh engine each, because it remembers what it has listed. */
const listByRapidDraughts = () =>
  total(engines.map(({ data }) => EnglishDraughtsEngineFactory.setup(data).moves.length));
const listByHand = () =>
  total(
    grids.map(({ grid, turn }) => {
      const { captures, simple } = naiveMoves(grid, turn);
      return captures.length || simple.length;
    }),
  );
/** A fresh state each, because what was worked out for a state is remembered. */
const listByRules = () => total(states.map((state) => rulesOf({ ...state }).playable.length));

await compare('checkers: legal moves', 'moves', 2, listByEngine, [listByRapidDraughts, 'rapid-draughts']);
await compare('checkers: legal moves', 'moves', 10, listByEngine, [listByHand, 'the naive way']);
await compare('checkers: legal moves of a stored state, with their names', 'moves', 1.5, listByRules, [
  listByHand,
  'the naive way, without names',
]);
await compare('checkers: moves of random games', 'moves', 2, playCheckers, [playRapidDraughts, 'rapid-draughts']);
await compare('checkers: moves of random games', 'moves', 10, playCheckers, [playCheckersByHand, 'the naive way']);

/** One random game of four in a row on bits. */
function playFour(): number {
  const board = new FourBoard();
  for (let plies = 0; ; plies++) {
    if (board.isWon || plies === 42) return plies;
    board.make(pick(board.columns()));
  }
}

function playFourByHand(): number {
  let columns: Columns = EMPTY_COLUMNS;
  for (let plies = 0; plies < 42; plies++) {
    const open = columns.flatMap((discs, column) => (discs.length < 6 ? [column] : []));
    const column = pick(open);
    columns = naiveDrop(columns, column, plies % 2 ? 'Y' : 'R');
    if (naiveIsFour(columns, column)) return plies + 1;
  }
  return 42;
}

/** Every game of seven discs. */
function countFour(board: FourBoard, depth: number): number {
  if (depth === 0 || board.isWon) return 1;
  let games = 0;
  for (const column of board.columns()) {
    board.make(column);
    games += countFour(board, depth - 1);
    board.unmake();
  }
  return games;
}

function countFourByHand(columns: Columns, ply: number, depth: number): number {
  if (depth === 0) return 1;
  let games = 0;
  for (const [column, discs] of columns.entries()) {
    if (discs.length === 6) continue;
    const after = naiveDrop(columns, column, ply % 2 ? 'Y' : 'R');
    games += naiveIsFour(after, column) ? 1 : countFourByHand(after, ply + 1, depth - 1);
  }
  return games;
}

const four = new FourBoard();
await compare('four in a row: legal moves, five deep', 'games', 5, () => countFour(four, 5), [
  () => countFourByHand(EMPTY_COLUMNS, 0, 5),
  'the naive way',
]);
await compare('four in a row: moves of random games', 'moves', 3, playFour, [playFourByHand, 'the naive way']);
