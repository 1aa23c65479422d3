import { z } from 'zod';
import type { JsonObject } from '@/lib/core/json';
import type { PlayerResult } from '@/lib/domain/ratings';
import type { Member } from '@/lib/domain/seating';

const resultsShape = z.object({
  results: z.record(
    z.string(),
    z.object({
      result: z.enum(['win', 'loss', 'draw']),
      score: z.number().optional(),
      rank: z.int().min(1).optional(),
    }),
  ),
});

const winnerShape = z.object({ winner: z.string().nullable(), scores: z.record(z.string(), z.number()) });

/**
 * Results by player from what a remote experience answered at the end of a match; null when they cannot
 * be rated: another shape, an id of no player, or fewer than two players.
 * Specification: decisions.md, Outcomes.
 */
export function ratedResults(outcomes: JsonObject | null, players: readonly Member[]): PlayerResult[] | null {
  if (!outcomes) return null;
  const byIdentity = new Map(players.map((player) => [player.experienceAgentId, player]));
  const reported = fromResults(outcomes) ?? fromWinner(outcomes);
  if (!reported || reported.length < 2 || reported.some(({ identity }) => !byIdentity.has(identity))) return null;
  return reported.map(({ identity, result, rank }) => {
    const player = byIdentity.get(identity) as Member;
    return { agentId: player.agentId, experienceAgentId: identity, result, ...(rank === undefined ? {} : { rank }) };
  });
}

/** The outcomes for each player's own session. */
export function outcomesByPlayer(
  outcomes: JsonObject | null,
  players: readonly Member[],
): { experienceAgentId: string; outcomes: JsonObject }[] {
  const reported = outcomes ? (fromResults(outcomes) ?? fromWinner(outcomes) ?? []) : [];
  return players.flatMap((player) => {
    const own = reported.find(({ identity }) => identity === player.experienceAgentId);
    const kept = own ? { result: own.result, score: own.score, rank: own.rank } : outcomes;
    return kept ? [{ experienceAgentId: player.experienceAgentId, outcomes: kept }] : [];
  });
}

/** The result of one player as the experience reports it. */
interface ReportedResult {
  identity: string;
  result: PlayerResult['result'];
  score?: number;
  rank?: number;
}

function fromResults(outcomes: JsonObject): ReportedResult[] | null {
  const parsed = resultsShape.safeParse(outcomes);
  if (!parsed.success) return null;
  return Object.entries(parsed.data.results).map(([identity, own]) => ({ identity, ...own }));
}

/** The winner comes first, the others by score; without a winner it is a draw between all. */
function fromWinner(outcomes: JsonObject): ReportedResult[] | null {
  const parsed = winnerShape.safeParse(outcomes);
  if (!parsed.success) return null;
  const { winner, scores } = parsed.data;
  if (winner !== null && !Object.hasOwn(scores, winner)) return null;
  const entries = Object.entries(scores);
  return entries.map(([identity, score]) => {
    if (winner === null) return { identity, score, result: 'draw' as const, rank: 1 };
    if (identity === winner) return { identity, score, result: 'win' as const, rank: 1 };
    const better = entries.filter(([other, theirs]) => other !== winner && theirs > score).length;
    return { identity, score, result: 'loss' as const, rank: 2 + better };
  });
}
