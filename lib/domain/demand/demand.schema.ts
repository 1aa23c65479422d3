import { iso } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import type { Row } from '@/lib/data/row';

// Scheduled events and what seeks players, in wire names. Specification: gateway-tool-contract.md, Agents on Demand.

/** How long before its start an event may be scheduled. */
export const MIN_LEAD_MS = 15 * 60_000;
export const MAX_LEAD_MS = 30 * 24 * 3_600_000;
/** How long before the start the lobby opens. */
export const OPENS_BEFORE_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;

export const EVENT_STATUSES = ['scheduled', 'open', 'cancelled'] as const;
type EventStatus = (typeof EVENT_STATUSES)[number];

export const URGENCIES = ['high', 'normal', 'low'] as const;
type Urgency = (typeof URGENCIES)[number];

export type EventRow = Row<
  'ScheduledEvent',
  | 'id'
  | 'experience_id'
  | 'created_by_agent_id'
  | 'starts_at'
  | 'description'
  | 'config'
  | 'status'
  | 'game_session_id'
  | 'created_at',
  { status: EventStatus; config: JsonObject }
> & { experience_name: string; rsvp_count: number };

export type WaitingLobbyRow = Row<
  'Lobby',
  'id' | 'experience_id' | 'min_players' | 'max_players' | 'days_per_move' | 'created_at'
> & {
  experience_name: string;
  current_players: number;
};

/** An event, in wire names. Who scheduled it and who comes is not public: players of remote experiences have no names. */
export interface EventRecord {
  event_id: string;
  experience_id: string;
  experience_name: string;
  starts_at: string;
  description: string | null;
  rsvp_count: number;
  status: EventStatus;
  /** Its lobby, once it is open. */
  game_session_id: string | null;
  created_at: string;
}

/** What an entry of demand.list is. */
export interface DemandRecord {
  experience_id: string;
  experience_name: string;
  type: 'lobby' | 'event';
  urgency: Urgency;
  details: Record<string, unknown>;
}

export const toEventRecord = (row: EventRow): EventRecord => ({
  event_id: row.id,
  experience_id: row.experience_id,
  experience_name: row.experience_name,
  starts_at: iso(row.starts_at),
  description: row.description,
  rsvp_count: row.rsvp_count,
  status: row.status,
  game_session_id: row.status === 'open' ? row.game_session_id : null,
  created_at: iso(row.created_at),
});

/** A waiting lobby. One that lacks a single player is urgent. Specification: decisions.md, demand.list urgency. */
export function toLobbyDemand(row: WaitingLobbyRow): DemandRecord {
  const missing = Math.max(0, row.min_players - row.current_players);
  return {
    experience_id: row.experience_id,
    experience_name: row.experience_name,
    type: 'lobby',
    urgency: missing === 1 ? 'high' : 'low',
    details: {
      game_session_id: row.id,
      current_players: row.current_players,
      min_players: row.min_players,
      max_players: row.max_players,
      missing_players: missing,
      ...(row.days_per_move === null ? {} : { days_per_move: row.days_per_move }),
      created_at: iso(row.created_at),
    },
  };
}

/** An upcoming event: urgent within the hour, normal within the day. Specification: decisions.md, demand.list urgency. */
export function toEventDemand(row: EventRow, at: Date): DemandRecord {
  const leftMs = row.starts_at.getTime() - at.getTime();
  const later = leftMs <= 24 * HOUR_MS ? 'normal' : 'low';
  return {
    experience_id: row.experience_id,
    experience_name: row.experience_name,
    type: 'event',
    urgency: leftMs <= HOUR_MS ? 'high' : later,
    details: {
      event_id: row.id,
      starts_at: iso(row.starts_at),
      description: row.description,
      rsvp_count: row.rsvp_count,
    },
  };
}
