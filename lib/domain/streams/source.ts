import type { StreamEvent } from '@/lib/core/stream';

/** Which audiences a reader that watches sees: `spectator` also what players say beside their moves, `public` not. */
export type SpectatorView = 'public' | 'spectator' | 'omniscient';

/** An event as a spectator gets it. interface.md, Sockets. */
export interface WatchedEvent {
  stream: string;
  id: string;
  seq: number;
  type: string;
  at: string;
  data: Record<string, unknown>;
  /** Absent for public events of readers that are not omniscient: `seq` counts within it. */
  audience?: string;
}

/** The present state of a stream, and the last event that is part of it. */
export interface StreamSnapshot {
  snapshot: unknown;
  cursor: string;
}

/** One stream as spectators follow it. */
export interface Source {
  /** Resolves when every event from now on will be delivered. */
  ready: Promise<void>;
  /** Reads the present state. @throws NOT_FOUND; ARCHIVED when the events of the stream left to the archive */
  open(): Promise<StreamSnapshot>;
  /** Events after an id, oldest first; null when they are not stored and only a new snapshot helps. */
  readAfter(after: string): Promise<WatchedEvent[] | null>;
  stop(): void;
}

/** Receives each event once and in order. */
export type DeliverEvents = (events: WatchedEvent[]) => void;

/** A stored event as a spectator gets it. */
export function toWatchedEvent(event: StreamEvent, view: SpectatorView): WatchedEvent {
  const { stream, id, seq, type, data } = event;
  const watched: WatchedEvent = { stream, id, seq, type, at: event.at.toISOString(), data };
  const isPlain = view !== 'omniscient' && event.audience === 'public';
  return isPlain ? watched : { ...watched, audience: event.audience };
}
