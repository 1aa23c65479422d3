import type { Outcome, Seat } from '@/lib/core/game';

/**
 * The outcome when seats resign or run out of time: all other seats win. When no seat is left it is a draw, or a loss in a
 * game with a single seat.
 */
export function forfeit(seats: readonly Seat[], losers: readonly Seat[], reason: string): Outcome {
  const winners = seats.filter((seat) => !losers.includes(seat));
  const results = seats.map((seat) => {
    if (winners.length === 0 && seats.length > 1) return { seat, result: 'draw' as const, rank: 1 };
    return losers.includes(seat)
      ? { seat, result: 'loss' as const, rank: 2 }
      : { seat, result: 'win' as const, rank: 1 };
  });
  return { results, reason, winner: winners.length === 1 ? (winners[0] ?? null) : null };
}
