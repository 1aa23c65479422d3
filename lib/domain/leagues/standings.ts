import type { Pairing, PlayerId } from './schedule';

/** Match points: decisions.md, League. A bye of a Swiss league counts as a win's points. */
const MATCH_POINTS = { win: 3, draw: 1, loss: 0 } as const;
const FORM_LENGTH = 5;

/** A finished fixture as the standings read it; `scores` are the won rounds of the game, first player first. */
export interface FixtureResult extends Pairing {
  /** `R1M1`. */
  matchId: string;
  round: number;
  scores: [number, number];
  /** null on a draw. */
  winner: PlayerId | null;
  /** Both players have lost: neither could be reached. */
  isForfeit?: boolean;
}

/** What decides between two neighbours of the table, in this order; `stage` in knockouts only. */
export type TieBreak = 'stage' | 'points' | 'wins' | 'difference' | 'head_to_head' | 'player_id';
export type FixtureOutcome = 'W' | 'D' | 'L';

export interface StandingsRow {
  /** From 1, without ties: the player id decides last. */
  rank: number;
  playerId: PlayerId;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** Rounds of the game won less rounds lost. */
  difference: number;
  /** Points in the fixtures against the players with equal points, wins and difference; null without such players. */
  headToHead: number | null;
  /** The last five results, the latest last. */
  form: FixtureOutcome[];
  /** What places this row above the next one; null for the last row. */
  aheadBy: TieBreak | null;
}

/** The outcome of a fixture for one of its players. */
export function outcomeFor(result: FixtureResult, playerId: PlayerId): FixtureOutcome {
  if (result.winner === null) return result.isForfeit ? 'L' : 'D';
  return result.winner === playerId ? 'W' : 'L';
}

/** The match points of a player from a fixture: 3, 1 or 0. */
export function pointsFor(result: FixtureResult, playerId: PlayerId): number {
  return { W: MATCH_POINTS.win, D: MATCH_POINTS.draw, L: MATCH_POINTS.loss }[outcomeFor(result, playerId)];
}

/**
 * The table: by points, wins, difference of rounds, head-to-head, player id (decisions.md, League).
 * @param results finished fixtures in any order
 * @param creditedByes a player for each bye that counts as a win's points (Swiss leagues)
 * @param stages how far each player came in a knockout, which then decides first
 */
export function computeStandings(
  players: readonly PlayerId[],
  results: readonly FixtureResult[],
  creditedByes: readonly PlayerId[] = [],
  stages: ReadonlyMap<PlayerId, number> = new Map(),
): StandingsRow[] {
  const inOrder = [...results].sort((one, other) => one.round - other.round);
  const rows = new Map(players.map((playerId) => [playerId, emptyRow(playerId)]));
  for (const result of inOrder) {
    const difference = result.scores[0] - result.scores[1];
    addResult(rows.get(result.first), result, difference);
    addResult(rows.get(result.second), result, -difference);
  }
  for (const playerId of creditedByes) {
    const row = rows.get(playerId);
    if (row) row.points += MATCH_POINTS.win;
  }
  return rankRows([...rows.values()], inOrder, stages);
}

function emptyRow(playerId: PlayerId): StandingsRow {
  const counts = { rank: 0, played: 0, wins: 0, draws: 0, losses: 0, points: 0, difference: 0 };
  return { playerId, ...counts, headToHead: null, form: [], aheadBy: null };
}

function addResult(row: StandingsRow | undefined, result: FixtureResult, difference: number): void {
  if (!row) return;
  const outcome = outcomeFor(result, row.playerId);
  row.played++;
  if (outcome === 'W') row.wins++;
  else if (outcome === 'D') row.draws++;
  else row.losses++;
  row.points += pointsFor(result, row.playerId);
  row.difference += difference;
  row.form = [...row.form, outcome].slice(-FORM_LENGTH);
}

function rankRows(
  rows: StandingsRow[],
  results: readonly FixtureResult[],
  stages: ReadonlyMap<PlayerId, number>,
): StandingsRow[] {
  const groups = new Map<string, StandingsRow[]>();
  for (const row of rows) {
    const key = `${stages.get(row.playerId)} ${row.points} ${row.wins} ${row.difference}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const group of groups.values()) if (group.length > 1) setHeadToHead(group, results);
  const compareRows = (one: StandingsRow, other: StandingsRow) => compare(one, other, stages);
  rows.sort((one, other) => compareRows(one, other).order);
  rows.forEach((row, index) => {
    const next = rows[index + 1];
    row.rank = index + 1;
    row.aheadBy = next ? compareRows(row, next).by : null;
  });
  return rows;
}

function setHeadToHead(group: StandingsRow[], results: readonly FixtureResult[]): void {
  const members = new Map(group.map((row) => [row.playerId, row]));
  for (const row of group) row.headToHead = 0;
  for (const result of results) {
    const [first, second] = [members.get(result.first), members.get(result.second)];
    if (!first || !second) continue;
    first.headToHead = (first.headToHead ?? 0) + pointsFor(result, result.first);
    second.headToHead = (second.headToHead ?? 0) + pointsFor(result, result.second);
  }
}

function compare(
  one: StandingsRow,
  other: StandingsRow,
  stages: ReadonlyMap<PlayerId, number>,
): { order: number; by: TieBreak } {
  const steps: [TieBreak, number][] = [
    ['stage', (stages.get(other.playerId) ?? 0) - (stages.get(one.playerId) ?? 0)],
    ['points', other.points - one.points],
    ['wins', other.wins - one.wins],
    ['difference', other.difference - one.difference],
    ['head_to_head', (other.headToHead ?? 0) - (one.headToHead ?? 0)],
    ['player_id', numberOf(one.playerId) - numberOf(other.playerId)],
  ];
  const [by, order] = steps.find(([, difference]) => difference !== 0) ?? ['player_id', 0];
  return { order, by };
}

const numberOf = (playerId: PlayerId): number => Number(playerId.slice(1));
