import { LRUCache } from 'lru-cache';
import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { type StreamEvent, type StreamHead, socialStream } from '@/lib/core/stream';
import { appendEvents, appendIfHead, lockHead, publish, readHead } from '@/lib/events';
import { requireLobby, requireMember } from './errors';
import { areMembersSql, transaction } from './social.repo';
import { MESSAGE_SENT, type MessageData } from './social.schema';

type Stored = PromiseSettledResult<StreamEvent>;

/** Lobbies in which this process stores messages; one that is dropped and used again reads its head anew. */
const MAX_QUEUES = 1_000;
/** Messages of one statement. */
const MAX_BATCH = 50;

const queues = () =>
  once('social.queues', () => new LRUCache<string, Batches<MessageData, Stored>>({ max: MAX_QUEUES }));

/**
 * Stores a message and publishes it. Messages of one lobby that come while others are stored share the next statement.
 * @throws NOT_FOUND, NOT_MEMBER
 */
export async function storeMessage(lobbyId: string, data: MessageData): Promise<StreamEvent> {
  const queue = queues().get(lobbyId) ?? makeQueue(lobbyId);
  const stored = await queue.add(data);
  if (stored.status === 'rejected') throw stored.reason;
  return stored.value;
}

function makeQueue(lobbyId: string): Batches<MessageData, Stored> {
  /** The head after the last event that this process has written, when it wrote the last one. */
  let head: StreamHead | null = null;
  const queue = new Batches<MessageData, Stored>({
    maxItems: MAX_BATCH,
    maxInFlight: 1,
    // Failures are results: a batch that may have been stored must not be sent again.
    send: async (messages) => {
      try {
        const appended = await storeAtHead(lobbyId, head ?? (await readHead(socialStream(lobbyId))), messages);
        head = appended?.head ?? null;
        if (!appended) return await storeOneByOne(lobbyId, messages);
        publish(appended.events);
        return appended.events.map((value): Stored => ({ status: 'fulfilled', value }));
      } catch (reason) {
        head = null;
        return messages.map((): Stored => ({ status: 'rejected', reason }));
      }
    },
  });
  queues().set(lobbyId, queue);
  return queue;
}

/** Stores messages in one statement if no other process has written since and all senders are members; null if not. */
async function storeAtHead(lobbyId: string, head: StreamHead | null, messages: readonly MessageData[]) {
  if (!head) return null;
  const senders = [...new Set(messages.map(({ agent_id }) => agent_id))];
  return appendIfHead({
    name: 'social.messages',
    stream: socialStream(lobbyId),
    head,
    events: messages.map((data) => ({ type: MESSAGE_SENT, data })),
    condition: { sql: areMembersSql, values: [lobbyId, senders] },
  });
}

async function storeOneByOne(lobbyId: string, messages: readonly MessageData[]): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (const data of messages) stored.push(...(await Promise.allSettled([storeLocked(lobbyId, data)])));
  return stored;
}

/** Stores a message under the lock of the stream: leaving appends to it too, so the membership is that of its place. */
async function storeLocked(lobbyId: string, data: MessageData): Promise<StreamEvent> {
  const stream = socialStream(lobbyId);
  const [message] = await transaction(async (client) => {
    const lobby = await requireLobby(lobbyId, client);
    await lockHead(client, stream);
    await requireMember(lobby, data.agent_id, client);
    return appendEvents(client, stream, [{ type: MESSAGE_SENT, data }]);
  });
  if (!message) throw new Error('The message was not stored.');
  publish([message]);
  return message;
}
