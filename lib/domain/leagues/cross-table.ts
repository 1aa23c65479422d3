import type { PlayerId } from './schedule';
import { type FixtureOutcome, type FixtureResult, outcomeFor } from './standings';

/** A fixture in a cell of the cross table, from the side of the row's player. */
export interface CrossTableResult {
  matchId: string;
  outcome: FixtureOutcome;
  score: number;
  opponentScore: number;
}

/** By player and opponent: their fixtures in the order of the rounds. Pairs that have not met are absent. */
export type CrossTable = Record<PlayerId, Record<PlayerId, CrossTableResult[]>>;

/** Each player's results against each other player. */
export function buildCrossTable(results: readonly FixtureResult[]): CrossTable {
  const table: CrossTable = {};
  for (const result of [...results].sort((one, other) => one.round - other.round)) {
    const { first, second, matchId, scores } = result;
    addCell(table, first, second, {
      matchId,
      outcome: outcomeFor(result, first),
      score: scores[0],
      opponentScore: scores[1],
    });
    addCell(table, second, first, {
      matchId,
      outcome: outcomeFor(result, second),
      score: scores[1],
      opponentScore: scores[0],
    });
  }
  return table;
}

function addCell(table: CrossTable, player: PlayerId, opponent: PlayerId, result: CrossTableResult): void {
  table[player] ??= {};
  const row = table[player];
  row[opponent] = [...(row[opponent] ?? []), result];
}
