import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import type { Queryable } from '@/lib/data/database';
import { eloAfter, INITIAL_ELO, isRatedAgainst, type RatedPlayer } from './elo';
import { glickoAfter } from './glicko';
import { provisionalReason, rankingPoints } from './ranking';
import { type AgentRatingRow, findRanking, findRatingsOfAgent } from './ranking.repo';
import {
  deletePairDays,
  findHistories,
  type HistoryRow,
  lockRatings,
  type RatingPool,
  type RatingUpdate,
  storeRatings,
} from './ratings.repo';

export { isGuest, isRated } from './elo';
export type { RatingPool } from './ratings.repo';

/** The rating pool of a match, by the kinds of its players. Decision: docs/decisions/0034-people-and-guests.md. */
export function poolOf(seats: readonly { kind: string }[]): RatingPool {
  return seats.some((seat) => seat.kind === 'human') ? 'human' : 'agent';
}

/** How one agent came out of a match. */
export interface PlayerResult {
  agentId: string;
  experienceAgentId: string;
  result: 'win' | 'loss' | 'draw';
  /** 1 is best; derived from the result when left out. */
  rank?: number;
  team?: string;
}

export interface RatingChange {
  agentId: string;
  eloBefore: number;
  eloAfter: number;
}

/** A rating of fewer matches is shown as unreliable. */
const RELIABLE_FROM = 10;

/** A rating as a seat of a match shows it. */
export interface SeatRating {
  elo: number;
  /** It comes of too few matches to be reliable. */
  isProvisional: boolean;
}

/** The rating of a player who has played so many rated matches. */
export const seatRating = ({ elo, matchesPlayed }: { elo: number; matchesPlayed: number }): SeatRating => ({
  elo,
  isProvisional: isUnreliable(matchesPlayed),
});

/** Deviations of a normal distribution within which 95 % lie. */
const Z_95 = 1.96;

const RANK_OF = { win: 1, draw: 1, loss: 2 } as const;

/**
 * Rates a finished match in the caller's transaction: Elo and Glicko-2 of every player who met one of another owner, and
 * the ranking where the result counts for it ({@link rankingPoints}).
 * Bots and spectators are not among `players`. Three statements; the rows are locked in the order of the agents' ids.
 * Specification: gateway-tool-contract.md, leaderboard.get; decisions.md, Elo.
 */
export async function rateMatch(
  client: Queryable,
  args: {
    experienceId: string;
    matchId: string;
    /** `human` when a person sat at the board: agents keep their own ranking apart. */
    pool?: RatingPool;
    players: readonly PlayerResult[];
  },
): Promise<RatingChange[]> {
  if (args.players.length < 2) return [];
  const pool = args.pool ?? 'agent';
  const rows = await lockRatings(client, { experienceId: args.experienceId, pool }, args.players);
  const entries = rows.flatMap((row) => {
    const player = args.players.find((candidate) => candidate.agentId === row.agent_id);
    return player ? [{ row, player, rank: player.rank ?? RANK_OF[player.result] }] : [];
  });
  const rated: RatedPlayer[] = entries.map(({ row, player, rank }) => ({
    agentId: row.agent_id,
    kind: row.kind,
    ownerId: row.owner_id,
    elo: row.elo,
    matchesPlayed: row.matches_played,
    rank,
    team: player.team,
  }));
  const elo = eloAfter(rated);
  if (elo.size === 0) return [];
  const glicko = glickoAfter(
    entries.map(({ row, rank }) => ({
      rating: row.glicko_rating,
      deviation: row.glicko_deviation,
      volatility: row.glicko_volatility,
      rank,
    })),
    pairsThatMet(rated),
  );
  const updates = entries.flatMap(({ row, player }, index): RatingUpdate[] => {
    const after = elo.get(row.agent_id);
    const sure = glicko[index];
    if (after === undefined || !sure) return [];
    return [
      {
        agentId: row.agent_id,
        elo: after,
        eloBefore: row.elo,
        glickoRating: sure.rating,
        glickoDeviation: sure.deviation,
        glickoVolatility: sure.volatility,
        result: player.result,
      },
    ];
  });
  const rankings = rated.map((player, index) => ({ ...player, elo: entries[index]?.row.ranking ?? INITIAL_ELO }));
  await storeRatings(client, {
    experienceId: args.experienceId,
    pool,
    matchId: args.matchId,
    updates,
    points: rankingPoints(rankings),
    at: now(),
  });
  return updates.map((update) => ({
    agentId: update.agentId,
    eloBefore: update.eloBefore,
    eloAfter: update.elo,
  }));
}

function pairsThatMet(players: readonly RatedPlayer[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (const [a, first] of players.entries()) {
    for (const [b, second] of players.entries()) {
      const sameTeam = first.team !== undefined && first.team === second.team;
      if (a < b && isRatedAgainst(first, second) && !sameTeam) pairs.push([a, b]);
    }
  }
  return pairs;
}

/** A rating with its record. */
interface RatedRecord {
  elo: number;
  /** Half of the interval that has the true strength with 95 %, by Glicko-2's deviation. */
  interval: number;
  /** Of too few matches to be reliable. */
  isUnreliable: boolean;
  /** The value that orders ranked players: Elo over the results that count for ranking. */
  ranking: number;
  /** Not ranked. */
  provisional: boolean;
  /** Why it is not ranked; null for a ranked one. */
  provisionalReason: string | null;
  matchesPlayed: number;
  wins: number;
  losses: number;
  draws: number;
  lastPlayedAt: Date | null;
}

/** A line of a leaderboard. */
export interface Ranking extends RatedRecord {
  experienceAgentId: string;
  /** Null in a remote experience. Decision: docs/decisions/0032-names-and-pairwise-ids.md. */
  player: { agentId: string; displayName: string; kind: 'agent' | 'human' } | null;
}

/** Whether a rating comes of too few matches to be reliable. */
export const isUnreliable = (matchesPlayed: number): boolean => matchesPlayed < RELIABLE_FROM;

/** Whether a player is provisional, and why. */
export function standing(of: { hasOwner: boolean; opponentOwners: number }): {
  provisional: boolean;
  provisionalReason: string | null;
} {
  const reason = provisionalReason(of);
  return { provisional: reason !== null, provisionalReason: reason };
}

const toRecord = (row: Omit<AgentRatingRow, 'experience_id' | 'pool' | 'experience_name'>): RatedRecord => ({
  elo: row.elo,
  interval: Math.round(Z_95 * row.glicko_deviation),
  isUnreliable: isUnreliable(row.matches_played),
  ranking: row.ranking,
  ...standing({ hasOwner: row.has_owner, opponentOwners: row.opponent_owners }),
  matchesPlayed: row.matches_played,
  wins: row.wins,
  losses: row.losses,
  draws: row.draws,
  lastPlayedAt: row.last_played_at,
});

/**
 * The best of an experience: ranked players, best first, then provisional ones unless `rankedOnly`. Among agents by
 * default, else among people and the agents that met them. One query or two. Specification: gateway-tool-contract.md, leaderboard.get.
 */
export async function readLeaderboard(args: {
  experienceId: string;
  pool?: RatingPool;
  rankedOnly?: boolean;
  limit: number;
}): Promise<Ranking[]> {
  const { experienceId, pool = 'agent', rankedOnly = false, limit } = args;
  const rows = await findRanking({ experienceId, pool, rankedOnly, limit });
  return rows.map((row) => ({
    ...toRecord(row),
    experienceAgentId: row.experience_agent_id,
    player: row.agent_id === null ? null : { agentId: row.agent_id, displayName: row.display_name, kind: row.kind },
  }));
}

/** The rating before the first of some matches and after each of them. */
function toHistories(rows: readonly HistoryRow[], keyOf: (row: HistoryRow) => string): Map<string, number[]> {
  const histories = new Map<string, number[]>();
  for (const row of rows) {
    const history = histories.get(keyOf(row));
    if (history) history.push(row.eloAfter);
    else histories.set(keyOf(row), [row.eloBefore, row.eloAfter]);
  }
  return histories;
}

/** How ratings of one ranking changed in their last `limit` matches, by agent. One query. */
export async function readRatingHistories(
  of: { experienceId: string; pool: RatingPool; agentIds: readonly string[] },
  limit: number,
): Promise<Map<string, number[]>> {
  const keys = of.agentIds.map((agentId) => ({ ...of, agentId }));
  return toHistories(await findHistories(keys, limit), ({ agentId }) => agentId);
}

/** The ratings of an agent or a person in built-in games, most recently played first; for a public profile. */
export async function readRatingsOfAgent(args: { agentId: string }): Promise<AgentRating[]> {
  return (await findRatingsOfAgent(args.agentId)).map((row) => ({
    ...toRecord(row),
    experienceId: row.experience_id,
    experienceName: row.experience_name,
    pool: row.pool,
  }));
}

/**
 * The ratings of an agent with how each changed in its last `limit` matches: the rating before the first of them and after
 * each. Two queries.
 */
export async function readRatingsWithHistory(args: {
  agentId: string;
  limit: number;
}): Promise<(AgentRating & { history: number[] })[]> {
  const ratings = await readRatingsOfAgent(args);
  const keys = ratings.map(({ experienceId, pool }) => ({ experienceId, pool, agentId: args.agentId }));
  const keyOf = ({ experienceId, pool }: { experienceId: string; pool: RatingPool }) => `${experienceId} ${pool}`;
  const histories = toHistories(await findHistories(keys, args.limit), keyOf);
  return ratings.map((rating) => ({ ...rating, history: histories.get(keyOf(rating)) ?? [] }));
}

/** A rating on a public profile. */
type AgentRating = RatedRecord & { experienceId: string; experienceName: string; pool: RatingPool };

registerCleanup({ name: 'ranking_pair_days', removeBatch: (limit) => deletePairDays(now(), limit) });
