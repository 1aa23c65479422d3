import type { WerewolfEventData, WerewolfEventType } from '../events';

/** An event of a match as a viewer receives it; events of the platform may be among them. */
export interface TranscriptEvent {
  id: string;
  type: string;
  /** ISO 8601. */
  at: string;
  data: Record<string, unknown>;
  /** Who reads the event; absent: everybody. */
  audience?: string;
}

/** The type and the data of an event that the transcript reads. */
export type ParsedEvent =
  | { [Type in WerewolfEventType]: { type: Type; data: WerewolfEventData[Type] } }[WerewolfEventType]
  | { type: 'match_started' | 'match_cancelled'; data: Record<string, unknown> }
  /** What an agent thought at its move: for omniscient viewers, after the end for all. */
  | { type: 'move_noted'; data: { seat: number; note: string } };

/** The seat, from 0, of an id like `p:3`; -1 for another text. */
export function seatOf(playerId: unknown): number {
  return /^p:[1-8]$/.test(String(playerId)) ? Number(String(playerId).slice(2)) - 1 : -1;
}

/** `a`, `a and b`, `a, b and c`. */
export const listOf = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
