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
 * Results by player from what a remote experience answered at the end of a match; null when it says nothing that can be
 * rated: another shape, somebody who did not play, or fewer than two players.
 * Specification: decisions.md, Outcomes.
 */
export function ratedResults(outcomes: JsonObject | null, players: readonly Member[]): PlayerResult[] | null {
  if (!outcomes) return null;
  const byIdentity = new Map(players.map((player) => [player.experienceAgentId, player]));
  const told = fromResults(outcomes) ?? fromWinner(outcomes);
  if (!told || told.length < 2 || told.some(({ identity }) => !byIdentity.has(identity))) return null;
  return told.map(({ identity, result, rank }) => {
    const player = byIdentity.get(identity) as Member;
    return { agentId: player.agentId, experienceAgentId: identity, result, ...(rank === undefined ? {} : { rank }) };
  });
}

/** What each player's own session keeps of the outcomes. */
export function outcomesByPlayer(
  outcomes: JsonObject | null,
  players: readonly Member[],
): { experienceAgentId: string; outcomes: JsonObject }[] {
  const told = outcomes ? (fromResults(outcomes) ?? fromWinner(outcomes) ?? []) : [];
  return players.flatMap((player) => {
    const own = told.find(({ identity }) => identity === player.experienceAgentId);
    const kept = own ? { result: own.result, score: own.score, rank: own.rank } : outcomes;
    return kept ? [{ experienceAgentId: player.experienceAgentId, outcomes: kept }] : [];
  });
}

interface Told {
  identity: string;
  result: PlayerResult['result'];
  score?: number;
  rank?: number;
}

function fromResults(outcomes: JsonObject): Told[] | null {
  const parsed = resultsShape.safeParse(outcomes);
  if (!parsed.success) return null;
  return Object.entries(parsed.data.results).map(([identity, own]) => ({ identity, ...own }));
}

/** The winner comes first, the others by score; without a winner it is a draw between all. */
function fromWinner(outcomes: JsonObject): Told[] | null {
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
