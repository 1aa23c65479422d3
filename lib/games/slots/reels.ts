import type { Rng } from '@/lib/core/rng';

export const SYMBOLS = ['7', 'BAR', 'BELL', 'CHERRY', 'LEMON', 'ORANGE'] as const;
export type SlotSymbol = (typeof SYMBOLS)[number];

const reel = (stops: string): readonly SlotSymbol[] => stops.split(' ') as SlotSymbol[];

/** The stops of each reel in order; all stops are equally likely. */
export const REELS: readonly (readonly SlotSymbol[])[] = [
  reel(
    '7 LEMON ORANGE BELL CHERRY LEMON BAR ORANGE LEMON CHERRY ORANGE 7 BELL LEMON ORANGE BAR CHERRY LEMON BELL ORANGE',
  ),
  reel(
    'LEMON BAR ORANGE CHERRY LEMON 7 ORANGE BELL LEMON ORANGE CHERRY BELL ORANGE LEMON 7 BELL ORANGE CHERRY LEMON BAR',
  ),
  reel(
    'ORANGE CHERRY LEMON BELL ORANGE BAR LEMON 7 ORANGE LEMON CHERRY BELL LEMON ORANGE BAR BELL LEMON 7 ORANGE CHERRY',
  ),
];

/** A line of the paytable: so many of a symbol, wherever they stop, pay `times` the bet. */
export interface PaytableLine {
  symbol: SlotSymbol;
  count: 1 | 2 | 3;
  times: number;
}

/** The highest prize first; the first line that fits is paid, and no other. */
export const PAYTABLE: readonly PaytableLine[] = [
  { symbol: '7', count: 3, times: 10 },
  { symbol: 'BAR', count: 3, times: 8 },
  { symbol: 'BELL', count: 3, times: 6 },
  { symbol: 'ORANGE', count: 3, times: 5 },
  { symbol: 'LEMON', count: 3, times: 4 },
  { symbol: 'CHERRY', count: 3, times: 4 },
  { symbol: '7', count: 2, times: 4 },
  { symbol: 'BAR', count: 2, times: 3 },
  { symbol: 'BELL', count: 2, times: 2 },
  { symbol: 'CHERRY', count: 2, times: 2 },
  { symbol: 'CHERRY', count: 1, times: 1 },
];

/** The expected return of a chip: 7,335 of 8,000. A test counts every stop. */
export const RETURN = 0.916875;

/** Three symbols, one from each reel. */
export function spinReels(rng: Rng): SlotSymbol[] {
  return REELS.map((stops) => rng.pick(stops));
}

/** The prize of three symbols; null when they pay nothing. */
export function paytableLineOf(reels: readonly SlotSymbol[]): PaytableLine | null {
  return PAYTABLE.find(({ symbol, count }) => reels.filter((stopped) => stopped === symbol).length === count) ?? null;
}

/** Chips that a spin pays; the bet is not subtracted. */
export function payoutOf(reels: readonly SlotSymbol[], bet: number): number {
  return (paytableLineOf(reels)?.times ?? 0) * bet;
}
