import type { Frame } from '@/components/match/timeline';
import type { View } from '@/components/match/wire';
import type { HeldSeat } from './use-own-seat';

/**
 * What a seat's holder sees at the newest position: their own view, but not an older one than everybody already has.
 * Where something is hidden the own view stays until the next one comes: without it one's own things would flicker.
 */
export function ownViewOf(information: 'perfect' | 'hidden', held: HeldSeat | null, frame: Frame): View | undefined {
  if (!held) return undefined;
  return held.seat.ply >= frame.ply || information === 'hidden' ? held.seat.view : undefined;
}
