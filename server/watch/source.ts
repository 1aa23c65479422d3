import type { WatchedView, WireEvent } from './wire';

/** What a stream looks like now, and the last event that is in it. */
export interface Opening {
  snapshot: unknown;
  cursor: string;
}

/** One stream as it is watched: how it stands, what happened, what happens. A room has one, however many are in it. */
export interface Source {
  /** Resolves when everything that happens from now on will be delivered. */
  ready: Promise<void>;
  /** Reads how things stand. @throws NOT_FOUND when there is no such thing. */
  open(): Promise<Opening>;
  /** Events after an id, oldest first; null when they are not kept and only a new snapshot helps. */
  readAfter(after: string): Promise<WireEvent[] | null>;
  stop(): void;
}

/** Makes the source of a view; `deliver` is given each event once and in order. Returns null for an unknown stream. */
export type SourceMaker = (view: WatchedView, deliver: (events: WireEvent[]) => void) => Source | null;
