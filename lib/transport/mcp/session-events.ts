import { randomUUID } from 'node:crypto';
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import { isJsonObject } from '@/lib/core/json';

/** Id of the newest event seen of each subscribed resource, by URI. */
export type Cursors = Record<string, string>;

/** The SDK's name for the stream of messages that the server starts. */
const GET_STREAM = '_GET_stream';
const CURSOR_PREFIX = 'at.';
/** Events of answers that a client may resume. */
const MAX_STORED_EVENTS = 200;
/** A ULID, or '' before the first event. */
const CURSOR = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25})?$/;

interface StoredEvent {
  id: string;
  streamId: string;
  message: JSONRPCMessage;
}

/** The cursors in a `Last-Event-ID`; null when it has none. The client may have written anything there. */
export function readCursors(lastEventId: string | null): Cursors | null {
  if (!lastEventId?.startsWith(CURSOR_PREFIX)) return null;
  try {
    const value: unknown = JSON.parse(
      Buffer.from(lastEventId.slice(CURSOR_PREFIX.length), 'base64url').toString('utf8'),
    );
    if (!isJsonObject(value)) return null;
    const cursors = Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && CURSOR.test(entry[1]),
    );
    return Object.fromEntries(cursors);
  } catch {
    return null;
  }
}

/**
 * Event ids for the SDK's streams. Messages that the server starts come from event streams, so their id only says how far
 * each of those was read: nothing is stored, and any instance can continue, also after a restart. The events of an answer
 * (only SDK tools stream theirs) stay in memory, where the call runs too.
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
    if (this.#events.length > MAX_STORED_EVENTS) this.#events.shift();
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
