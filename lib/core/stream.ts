import type { Audience } from './game';

/**
 * Name of a stream: `match:<id>`, `session:<id>`, `social:<id>`, `league:<id>`, `werewolf:<id>`, `agent:<id>`
 * (the wire's `me`), `relay:<room>`, `town`, `catalog`, `live`.
 */
export type StreamName = string;

/** The stream of a match and of the lobby before it: both have the game session's id. */
export const matchStream = (gameSessionId: string): StreamName => `match:${gameSessionId}`;

/** The stream of a session with a remote experience. */
export const sessionStream = (sessionId: string): StreamName => `session:${sessionId}`;

/** How the verification of an experience proceeds. */
export const experienceStream = (experienceId: string): StreamName => `experience:${experienceId}`;

/** The notices to one agent, which the wire calls `me`. */
export const agentStream = (agentId: string): StreamName => `agent:${agentId}`;

/** What happens in a social lobby: its messages, members and proposals. */
export const socialStream = (socialLobbyId: string): StreamName => `social:${socialLobbyId}`;

/** What happens in a league: players, rounds, fixtures. */
export const leagueStream = (leagueId: string): StreamName => `league:${leagueId}`;

/** What happens in a room of the relay. */
export const relayStream = (roomId: string): StreamName => `relay:${roomId}`;

/**
 * Who is sent an event of a room of the relay: everybody in it, its page, its agents, the member whom the event answers;
 * nobody but the reader of the log.
 */
export type RoomAudience = 'room' | 'host' | 'agents' | 'member' | 'log';

/** Who may read an event of a stream. */
export type EventAudience = Audience | RoomAudience;

/** A stored event. `id` (a ULID) orders a stream and is the cursor of every reader; `seq` counts within one audience. */
export interface StreamEvent {
  stream: StreamName;
  id: string;
  audience: EventAudience;
  seq: number;
  type: string;
  at: Date;
  data: Record<string, unknown>;
  /** Set on events that this process has just appended: the event before it in the stream, of any audience. */
  previousId?: string | null;
}

/** An event before it has a place in a stream. */
export interface NewEvent {
  type: string;
  /** Default `public`. */
  audience?: EventAudience;
  data: Record<string, unknown>;
}

/** The end of a stream, stored in the row whose lock orders the stream. */
export interface StreamHead {
  lastId: string | null;
  /** Last sequence number by audience. */
  seqs: Record<string, number>;
  /** Last event id by audience: so that a reader learns the end of the stream for its audiences only. */
  lastIds: Record<string, string>;
}

export const EMPTY_HEAD: StreamHead = { lastId: null, seqs: {}, lastIds: {} };

/** What an event of a match itself says, without what the runtime adds where the view changed: view, text, clock and commentary. */
export function withoutView(data: Record<string, unknown>): Record<string, unknown> {
  if (!('view' in data)) return data;
  const { view: _view, text: _text, clock: _clock, ply: _ply, commentary: _commentary, ...own } = data;
  return own;
}
