import { type AnyGame, type Manner, type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { chooseHere } from '@/lib/games/bot-choice';
import { squaresIn } from '@/lib/games/checkers/position';

const MAX_PLIES = 120;

/** A move with what its player saw before and after it. */
interface Played {
  view: unknown;
  move: unknown;
  after: unknown;
}

interface Game {
  game: AnyGame;
  games: number;
  strength: Strength;
}

type Choose = (seat: number, state: unknown, seed: string) => unknown;

/** Plays games with a choice at each ply, to the end or for 120 plies; returns the winner of each. */
function playGames({ game, games }: Game, choose: (round: number) => Choose, seedOf = 'a1'): (number | null)[] {
  return Array.from({ length: games }, (_, round) => {
    const seed = new Rng({ seed: seedOf.repeat(16), drawn: 100 * round }).hex(32);
    const rng = new Rng({ seed, drawn: 0 });
    let { state } = game.setup({ options: game.options.parse({}), seats: 2, rng });
    for (let ply = 0; game.outcome(state) === null && ply < MAX_PLIES; ply++) {
      const [seat = 0] = game.awaited?.(state) ?? game.actors(state);
      const drawn = new Rng({ seed, drawn: 1_000 + 8 * ply }).hex(32);
      state = apply(game, state, seat, choose(round)(seat, state, drawn), rng);
    }
    return game.outcome(state)?.winner ?? null;
  });
}

function apply(game: AnyGame, state: unknown, seat: number, move: unknown, rng: Rng): unknown {
  const applied = game.apply(state, seat, move, rng);
  if (!applied.ok) throw new Error(applied.reason);
  return applied.state;
}

const chooser =
  ({ game, strength }: Game, manner: Manner | undefined): Choose =>
  (seat, state, seed) =>
    chooseHere({
      gameId: game.id,
      view: game.view(state, whileRunning(seat)),
      legalMoves: game.legalMoves(state, seat),
      seat,
      strength,
      manner,
      seed,
    });

/** The share of the points of a manner against the same strength without one; the sides take turns to begin. */
export function shareOfManner(played: Game, manner: Manner): number {
  const [own, plain] = [chooser(played, manner), chooser(played, undefined)];
  const winners = playGames(
    played,
    (round) =>
      (seat, ...rest) =>
        (seat === round % 2 ? own : plain)(seat, ...rest),
    'b2',
  );
  const points = winners.map((winner, round) => (winner === null ? 0.5 : winner === round % 2 ? 1 : 0));
  return mean(points);
}

/** What a statistic of a manner is with and without it in the same positions, which come from games without manners. */
export interface Comparison {
  statistic: Statistic;
  plain: number;
  own: number;
  /** The mean of the differences, and the half width of its interval of 95 %. */
  difference: number;
  halfWidth: number;
  positions: number;
}

/** Compares what each manner of a game chooses with what the same bot chooses without it, in the same positions. */
export function compareManners(played: Game): Comparison[] {
  const { game } = played;
  const plain = chooser(played, undefined);
  const statistics = STATISTICS.filter((one) => one.game === game.id);
  const pairs = new Map(statistics.map((statistic) => [statistic, [] as [number, number][]]));
  playGames(played, () => (seat, state, seed) => {
    const usual = plain(seat, state, seed);
    for (const [statistic, values] of pairs) {
      const chosen = chooser(played, statistic.manner)(seat, state, seed);
      const [before, after] = [usual, chosen].map((move) => statistic.of(seen(game, state, seat, move)));
      if (before !== null && before !== undefined && after !== null && after !== undefined)
        values.push([before, after]);
    }
    return usual;
  });
  return [...pairs].map(([statistic, values]) => compare(statistic, values));
}

function seen(game: AnyGame, state: unknown, seat: number, move: unknown): Played {
  const next = apply(game, state, seat, move, new Rng({ seed: '00', drawn: 0 }));
  return { view: game.view(state, whileRunning(seat)), move, after: game.view(next, whileRunning(seat)) };
}

function compare(statistic: Statistic, values: readonly [number, number][]): Comparison {
  const differences = values.map(([before, after]) => after - before);
  const difference = mean(differences);
  const variance = mean(differences.map((value) => (value - difference) ** 2));
  return {
    statistic,
    plain: mean(values.map(([before]) => before)),
    own: mean(values.map(([, after]) => after)),
    difference,
    halfWidth: 1.96 * Math.sqrt(variance / values.length),
    positions: values.length,
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What one can count in the moves of a manner: more of it is more of the manner. */
export interface Statistic {
  game: string;
  manner: Manner;
  what: string;
  /** Of a move; null for a move that does not count. */
  of: (played: Played) => number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: each statistic reads the view of its own game.
type View = any;
const share = (condition: boolean) => (condition ? 1 : 0);
const seatOfTurn = (turn: string) => (turn === 'b' || turn === 'black' ? 1 : 0);
const rowOfSquare = (square: string) => Number(square.charAt(1));
const index = (cell: string) => 'ABC'.indexOf(cell.charAt(0)) + 3 * (Number(cell.charAt(1)) - 1);

/** Every manner of every game that can be counted in its moves. */
export const STATISTICS: readonly Statistic[] = [
  { game: 'chess', manner: 'attacking', what: 'checks', of: ({ after }) => share((after as View).check) },
  {
    game: 'chess',
    manner: 'trading',
    what: 'captures',
    of: ({ after }) => share((after as View).last_move.san.includes('x')),
  },
  {
    game: 'chess',
    manner: 'careful',
    what: 'moves in its own half',
    of: ({ view, move }) => {
      const rank = Number(String(move).charAt(3));
      return share((view as View).turn === 'w' ? rank <= 4 : rank >= 5);
    },
  },
  {
    game: 'checkers',
    manner: 'attacking',
    what: 'rows forward that its moves end on',
    of: ({ view, move }) => {
      const row = rowOfSquare(squaresIn(String(move)).at(-1) ?? 'a1');
      return seatOfTurn((view as View).turn) === 0 ? row - 1 : 8 - row;
    },
  },
  {
    game: 'checkers',
    manner: 'trading',
    what: 'moves that offer a capture',
    of: ({ view, after }) => ((view as View).must_capture ? null : share((after as View).must_capture)),
  },
  {
    game: 'checkers',
    manner: 'careful',
    what: 'moves that leave the back row',
    of: ({ view, move }) => {
      const row = rowOfSquare(String(move));
      return -share(seatOfTurn((view as View).turn) === 0 ? row === 1 : row === 8);
    },
  },
  ...(['attacking', 'trading'] as const).map(
    (manner): Statistic => ({
      game: 'four_in_a_row',
      manner,
      what: manner === 'attacking' ? 'own discs beside' : 'discs of the other side beside',
      of: ({ after }) => {
        const { board, last_move: last } = after as View;
        const own = board[6 - last.row][last.column - 1];
        const around = [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((across) => [up, across] as const));
        return around.filter(([up, across]) => {
          const disc = board[6 - last.row - up]?.[last.column - 1 + across];
          if (up === 0 && across === 0) return false;
          return disc !== undefined && disc !== '.' && (disc === own) === (manner === 'attacking');
        }).length;
      },
    }),
  ),
  {
    game: 'four_in_a_row',
    manner: 'careful',
    what: 'low rows',
    of: ({ after }) => -(after as View).last_move.row,
  },
  {
    game: 'mancala',
    manner: 'attacking',
    what: 'seeds given to the other row',
    of: ({ after }) => {
      const { side, path } = (after as View).last_move;
      const other = side === 'south' ? 'north' : 'south';
      return path.filter((hole: string) => hole.startsWith(other) && hole !== other).length;
    },
  },
  {
    game: 'mancala',
    manner: 'trading',
    what: 'captures and other turns',
    of: ({ after }) => share((after as View).last_move.extra_turn || (after as View).last_move.captured > 0),
  },
  { game: 'mancala', manner: 'careful', what: 'seeds moved', of: ({ after }) => -(after as View).last_move.seeds },
  {
    game: 'tic_tac_toe',
    manner: 'attacking',
    what: 'corners',
    of: ({ move }) => share(index(String(move)) % 2 === 0 && move !== 'B2'),
  },
  {
    game: 'tic_tac_toe',
    manner: 'trading',
    what: 'cells beside the last mark',
    of: ({ view, move }) => {
      const last = (view as View).last_move;
      if (last === null) return null;
      const [one, other] = [index(String(move)), index(last)];
      return share(Math.abs((one % 3) - (other % 3)) + Math.abs(Math.floor(one / 3) - Math.floor(other / 3)) === 1);
    },
  },
  {
    game: 'tic_tac_toe',
    manner: 'careful',
    what: 'the middle and the sides',
    of: ({ move }) => share(index(String(move)) === 4 || index(String(move)) % 2 === 1),
  },
  {
    game: 'sea_battle',
    manner: 'attacking',
    what: 'nearness to the middle',
    of: ({ move }) => {
      const [column, row] = ['ABCDEFGHIJ'.indexOf(String(move).charAt(0)), Number(String(move).slice(1)) - 1];
      return -Math.max(Math.abs(column - 4.5), Math.abs(row - 4.5));
    },
  },
  {
    game: 'sea_battle',
    manner: 'trading',
    what: 'nearness to the last shot of the other side',
    of: ({ view, move }) => {
      const last = (view as View).last_move?.coord;
      if (!last) return null;
      const at = (coord: string) => ['ABCDEFGHIJ'.indexOf(coord.charAt(0)), Number(coord.slice(1))] as const;
      const [one, other] = [at(String(move)), at(last)];
      return -Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]));
    },
  },
  {
    game: 'sea_battle',
    manner: 'careful',
    what: 'early shots in the upper half',
    of: ({ view, move }) => {
      const { shots, you } = view as View;
      return shots[you] > 30 ? null : share(Number(String(move).slice(1)) <= 5);
    },
  },
  ...(
    [
      ['attacking', 'size of its numbers', (number: number) => number],
      ['careful', 'smallness of its numbers', (number: number) => -number],
    ] as const
  ).map(
    ([manner, what, of]): Statistic => ({
      game: 'even_odd',
      manner,
      what,
      of: ({ move }) => of((move as View).number),
    }),
  ),
  {
    game: 'even_odd',
    manner: 'trading',
    what: 'nearness to the last number of the other side',
    of: ({ view, move }) => {
      const { previous_rounds: rounds, your_seat: seat } = view as View;
      const last = rounds.at(-1)?.moves[1 - seat];
      return last ? -Math.abs(last - (move as View).number) : null;
    },
  },
  ...(['attacking', 'careful'] as const).map(
    (manner): Statistic => ({
      game: 'blackjack',
      manner,
      what: manner === 'attacking' ? 'size of its bets' : 'smallness of its bets',
      of: ({ move }) => (typeof move === 'object' ? (manner === 'attacking' ? 1 : -1) * (move as View).bet : null),
    }),
  ),
];
