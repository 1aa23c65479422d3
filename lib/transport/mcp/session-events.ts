import { randomUUID } from 'node:crypto';
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** Newest event seen of each subscribed resource. */
export type Cursors = Record<string, string>;

/** What the SDK calls the stream on which the server speaks first. */
const GET_STREAM = '_GET_stream';
const CURSOR_PREFIX = 'at.';
/** Events of answers that were cut off, kept for their resumption; only the newest matter. */
const KEPT = 200;

interface StoredEvent {
  id: string;
  streamId: string;
  message: JSONRPCMessage;
}

/** The cursors that a `Last-Event-ID` of ours carries; null when it carries none. */
export function readCursors(lastEventId: string | null): Cursors | null {
  if (!lastEventId?.startsWith(CURSOR_PREFIX)) return null;
  try {
    const value: unknown = JSON.parse(
      Buffer.from(lastEventId.slice(CURSOR_PREFIX.length), 'base64url').toString('utf8'),
    );
    return typeof value === 'object' && value !== null ? (value as Cursors) : null;
  } catch {
    return null;
  }
}

/**
 * Event ids for the SDK's streams. What the server says first is always derived from our event streams, so its id only
 * says how far each of them was read: nothing is stored, and any instance can continue, also after a restart. The
 * events of an answer (only fixtures stream theirs) are kept in memory, where the call that makes them lives too.
 */
export class SessionEvents implements EventStore {
  readonly #cursors: () => Cursors;
  readonly #events: StoredEvent[] = [];

  constructor(cursors: () => Cursors) {
    this.#cursors = cursors;
  }

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    if (streamId === GET_STREAM) {
      return CURSOR_PREFIX + Buffer.from(JSON.stringify(this.#cursors())).toString('base64url');
    }
    const id = randomUUID();
    this.#events.push({ id, streamId, message });
    if (this.#events.length > KEPT) this.#events.shift();
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    if (readCursors(eventId)) return GET_STREAM;
    return this.#events.find(({ id }) => id === eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = (await this.getStreamIdForEventId(lastEventId)) ?? GET_STREAM;
    if (streamId === GET_STREAM) return streamId;
    const from = this.#events.findIndex(({ id }) => id === lastEventId) + 1;
    for (const event of this.#events.slice(from)) {
      if (event.streamId === streamId && 'jsonrpc' in event.message) await send(event.id, event.message);
    }
    return streamId;
  }
}
