import type { Frame } from '@/components/match/timeline';
import type { View } from '@/components/match/types';
import type { OwnSeatState } from './use-own-seat';

/**
 * The view of the viewer's own seat at the newest position; undefined when the public view is newer. In a game with
 * hidden information the own view stays until the next one arrives, because the player's own secrets would flicker.
 */
export function chooseOwnView(own: OwnSeatState | null, frame: Frame, hidesInformation: boolean): View | undefined {
  if (!own) return undefined;
  return own.seat.ply >= frame.ply || hidesInformation ? own.seat.view : undefined;
}
