import { now } from '@/lib/core/clock';
import type { AnyGame, MoveLimit, Seat } from '@/lib/core/game';
import { type CallCount, limitCall, readCallWait } from '@/lib/domain/limits';
import { gameById } from '@/lib/games';
import { loadMatch } from './match-cache';
import type { MatchRow } from './matches.schema';
import { advance } from './transition';

/** A move that its game limits and that is not counted yet; `limit` null: nothing is left to count. */
export interface UncountedMove {
  limit: CallCount | null;
}

const callCount = (match: MatchRow, seat: Seat, { name, what, durationMs }: MoveLimit): CallCount => ({
  name: `${match.gameId}.${name}`,
  what,
  points: 1,
  durationMs,
  key: `${match.id}:${seat}`,
});

/**
 * Counts a move that its game limits, over all processes: one statement more for such a move. A move that the rules refuse
 * is not counted, so that a mistake does not delay the next message. The cached match may be stale: when it refuses the
 * move, the caller counts it if the stored match accepts it.
 * @throws RATE_LIMITED
 */
export async function countMove(request: { matchId: string; seat: Seat; action: unknown }): Promise<UncountedMove> {
  const match = await loadMatch(request.matchId);
  const game = match && gameById(match.gameId);
  const parsed = game?.limitOf ? game.move.safeParse(request.action) : null;
  const limit = parsed?.success ? game?.limitOf?.(parsed.data) : null;
  if (!match || !game || !limit) return { limit: null };
  const count = callCount(match, request.seat, limit);
  if (isRefused(game, match, request.seat, parsed?.data)) return { limit: count };
  await limitCall(count);
  return { limit: null };
}

function isRefused(game: AnyGame, match: MatchRow, seat: Seat, move: unknown): boolean {
  return match.status !== 'active' || 'refused' in advance(game, match, { kind: 'move', seat, move }, now());
}

/**
 * Until when the limits of its game refuse every move that a seat may make; null: they refuse none, or not all. One query
 * where a game limits all of them.
 */
export async function findLimitedUntil(match: MatchRow, seat: Seat): Promise<Date | null> {
  const game = gameById(match.gameId);
  if (!game?.limitOf || match.status !== 'active') return null;
  const limits = new Map<string, MoveLimit>();
  for (const move of game.legalMoves(match.state, seat)) {
    const limit = game.limitOf(move);
    if (!limit) return null;
    limits.set(limit.name, limit);
  }
  const waits = await Promise.all([...limits.values()].map((limit) => readCallWait(callCount(match, seat, limit))));
  const waitMs = waits.length > 0 ? Math.min(...waits) : 0;
  return waitMs > 0 ? new Date(now().getTime() + waitMs) : null;
}
