import type { Outcome } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import type { MatchRow, SeatRow } from './matches.schema';

/** The outcome that the session of a seat keeps; null without a result. Specification: gateway-tool-contract.md, session.end. */
export function sessionOutcome(outcome: Outcome | null, seat: Pick<SeatRow, 'seat'>): JsonObject | null {
  const own = outcome?.results.find((entry) => entry.seat === seat.seat);
  if (!outcome || !own) return null;
  return {
    result: own.result,
    reason: outcome.reason,
    ...(own.score === undefined ? {} : { score: own.score }),
    ...(own.rank === undefined ? {} : { rank: own.rank }),
  };
}

/** The results by pairwise id, as a lobby keeps them. decisions.md, Outcomes. */
export function outcomesByPlayer(match: MatchRow): JsonObject | null {
  if (!match.outcome) return null;
  const results = match.seats.flatMap((seat) => {
    const own = sessionOutcome(match.outcome, seat);
    return seat.experienceAgentId && own ? [[seat.experienceAgentId, own] as const] : [];
  });
  return { results: Object.fromEntries(results), reason: match.outcome.reason };
}

/** The seat of an agent; undefined when it does not play. */
export function seatOf(match: MatchRow, agentId: string): SeatRow | undefined {
  return match.seats.find((seat) => seat.agentId === agentId);
}
