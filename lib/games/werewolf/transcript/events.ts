import type { WerewolfEventData, WerewolfEventType } from '../events';

/** A public event of a match as spectators receive it; events of the platform may be among them. */
export interface TranscriptEvent {
  id: string;
  type: string;
  /** ISO 8601. */
  at: string;
  data: Record<string, unknown>;
}

/** The data of an event if it is of a type, else null. */
export function dataOf<Type extends WerewolfEventType>(
  { type, data }: Pick<TranscriptEvent, 'type' | 'data'>,
  wanted: Type,
): WerewolfEventData[Type] | null {
  return type === wanted ? (data as unknown as WerewolfEventData[Type]) : null;
}
