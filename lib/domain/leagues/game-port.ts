import { now } from '@/lib/core/clock';
import { type Seat, whileRunning } from '@/lib/core/game';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { isAwaited, type MatchRow, readMove, requireGame, responseFor } from '@/lib/domain/matches';
import type { EvenOddView } from '@/lib/games/even-odd';
import { DEFAULT_GAME, type LeagueRow, roleOf } from './leagues.schema';
import type { LeagueRound } from './protocol.schema';

/** The ids of the two players, first seat first. */
export type PlayerIds = readonly [string, string];

/** How a game of the platform is played by the messages of league.v1. */
interface GamePort {
  /** Whether a match has rounds that are won one by one. */
  hasRounds: boolean;
  /** Options of the match. */
  options(league: LeagueRow): unknown;
  /** Seconds a move, for games without a clock of their own. */
  moveTimeS(league: LeagueRow): number | null;
  /** Names one request for a move in a match: game_round. */
  gameRound(match: MatchRow): number;
  /** game_state of a MOVE_REQUEST. */
  gameState(match: MatchRow, seat: Seat, ids: PlayerIds): JsonObject;
  /** How many rounds are resolved. */
  countRounds(match: MatchRow): number;
  /** The resolved rounds, for ROUND_RESULT. */
  rounds(match: MatchRow, ids: PlayerIds): LeagueRound[];
  /** The move that a seat made in a round, as the game took it; null when it made none. At most one query. */
  readMove(match: MatchRow, seat: Seat, gameRound: number): Promise<{ move: unknown } | null>;
  /** The final scores, first player first. */
  scores(match: MatchRow): [number, number];
}

/** The public view of each position, which is looked at for every message. */
const evenOddViews = new WeakMap<MatchRow, EvenOddView>();

function evenOddView(match: MatchRow): EvenOddView {
  const cached = evenOddViews.get(match);
  if (cached) return cached;
  const view = requireGame(match.gameId).view(match.state, whileRunning('spectator')) as EvenOddView;
  evenOddViews.set(match, view);
  return view;
}

const pair = ([first = 0, second = 0]: readonly number[]): [number, number] => [first, second];

const evenOddPort: GamePort = {
  hasRounds: true,
  options: ({ roundsToWin, maxRounds, timeLimitSeconds }) => ({
    rounds_to_win: roundsToWin,
    max_rounds: maxRounds,
    time_limit_seconds: timeLimitSeconds,
  }),
  moveTimeS: () => null,
  gameRound: (match) => evenOddView(match).round,
  gameState: (match, seat, ids) => ({
    your_role: roleOf(match.gameId, seat),
    scores: byPlayer(ids, pair(evenOddView(match).scores)),
    previous_rounds: evenOddPort.rounds(match, ids),
  }),
  countRounds: (match) => evenOddView(match).previous_rounds.length,
  rounds(match, ids) {
    const scores: [number, number] = [0, 0];
    return evenOddView(match).previous_rounds.map(({ round, moves, sum, winner }) => {
      if (winner === 0 || winner === 1) scores[winner]++;
      return {
        game_round: round,
        moves: byPlayer(ids, moves),
        sum,
        sum_type: sum === null ? null : sum % 2 === 1 ? ('ODD' as const) : ('EVEN' as const),
        round_winner: winner === null ? null : (ids[winner] ?? null),
        scores: byPlayer(ids, scores),
      };
    });
  },
  async readMove(match, seat, gameRound) {
    const { round, previous_rounds } = evenOddView(match);
    const resolved = previous_rounds.find((one) => one.round === gameRound);
    if (resolved) {
      const number = resolved.moves[seat] ?? null;
      return number === null ? null : { move: { number } };
    }
    return gameRound === round && !isAwaited(match, seat) ? readMove({ matchId: match.id, seat }) : null;
  },
  scores: (match) => pair(evenOddView(match).scores),
};

/** Games with turns: the request carries the player's view and the moves that it may answer with. */
const turnPort: GamePort = {
  hasRounds: false,
  options: () => ({}),
  moveTimeS: ({ timeLimitSeconds }) => timeLimitSeconds,
  gameRound: ({ inputs }) => inputs + 1,
  gameState(match, seat, ids) {
    const { view, legal_moves } = responseFor(requireGame(match.gameId), match, seat, now());
    return {
      your_role: roleOf(match.gameId, seat),
      scores: byPlayer(ids, [0, 0]),
      previous_rounds: [],
      view,
      legal_moves,
    };
  },
  countRounds: () => 0,
  rounds: () => [],
  readMove: (match, seat, gameRound) => readMove({ matchId: match.id, seat, n: gameRound }),
  scores: ({ outcome }) => [outcome?.winner === 0 ? 1 : 0, outcome?.winner === 1 ? 1 : 0],
};

const PORTS: Readonly<Record<string, GamePort>> = { [DEFAULT_GAME]: evenOddPort };

/** The port of a game. */
export const portOf = (gameType: string): GamePort => PORTS[gameType] ?? turnPort;

/** Values of the two seats by player. */
export function byPlayer<T>([first, second]: PlayerIds, [one, other]: readonly [T, T]): Record<string, T> {
  return { [first]: one, [second]: other };
}

/** Why a move of even and odd is not valid, in the words of league.md; null for other games, which judge themselves. */
export function findMoveFault(gameType: string, move: unknown): string | null {
  if (gameType !== DEFAULT_GAME) return null;
  const number = isJsonObject(move) ? move.number : undefined;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= 5) return null;
  return `Invalid move: number must be an integer from 1 to 5, not ${JSON.stringify(number ?? null).slice(0, 50)}`;
}
