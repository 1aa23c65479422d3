import { LRUCache } from 'lru-cache';
import { InputFault } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { type StreamEvent, type StreamHead, socialStream } from '@/lib/core/stream';
import {
  appendEvents,
  appendIfHead,
  hasEvent,
  lockHead,
  publish,
  readEvents,
  readHead,
  readNewestEvents,
} from '@/lib/events';
import { requireLobby, requireMember } from './errors';
import { findMembers, isMemberSql, transaction } from './social.repo';
import {
  MESSAGE_SENT,
  type MemberRecord,
  type MessageData,
  type MessageRecord,
  RECENT_MESSAGES,
  type SocialRequest,
  toMemberRecord,
  toMessageRecord,
} from './social.schema';

const TYPES = [MESSAGE_SENT];

/** Stream heads that this process has seen last, by lobby, and the messages that it is storing. */
const sending = () =>
  once('social.sending', () => ({ heads: new LRUCache<string, StreamHead>({ max: 1_000 }), order: new KeyedMutex() }));

/**
 * Sends a message to a social lobby. It is an event of the lobby's stream, so members that wait there get it immediately.
 * One statement when this process wrote the last event of the lobby.
 * Specification: gateway-tool-contract.md, social.message.
 * @throws NOT_FOUND, NOT_MEMBER
 */
export async function sendMessage(request: SocialRequest & { content: string }): Promise<MessageRecord> {
  const { agent, lobbyId, content } = request;
  const data: MessageData = { agent_id: agent.agentId, display_name: agent.displayName, content };
  const message = await sending().order.run(
    lobbyId,
    async () => (await storeAtHead(request, data)) ?? (await storeLocked(request, data)),
  );
  publish([message]);
  return toMessageRecord(lobbyId, message);
}

/** Stores a message if no other process has written since and the agent is a member; null if not. */
async function storeAtHead({ agent, lobbyId }: SocialRequest, data: MessageData): Promise<StreamEvent | null> {
  const { heads } = sending();
  const stream = socialStream(lobbyId);
  const head = heads.get(lobbyId) ?? (await readHead(stream));
  heads.delete(lobbyId);
  if (!head) return null;
  const appended = await appendIfHead({
    name: 'social.message',
    stream,
    head,
    events: [{ type: MESSAGE_SENT, data }],
    condition: { sql: isMemberSql, values: [lobbyId, agent.agentId] },
  });
  if (!appended) return null;
  heads.set(lobbyId, appended.head);
  return appended.events[0] ?? null;
}

/** Stores a message under the lock of the stream: leaving appends to it too, so the membership is that of its place. */
async function storeLocked({ agent, lobbyId }: SocialRequest, data: MessageData): Promise<StreamEvent> {
  const stream = socialStream(lobbyId);
  const [message] = await transaction(async (client) => {
    const lobby = await requireLobby(lobbyId, client);
    await lockHead(client, stream);
    await requireMember(lobby, agent.agentId, client);
    return appendEvents(client, stream, [{ type: MESSAGE_SENT, data }]);
  });
  if (!message) throw new Error('The message was not stored.');
  return message;
}

/** The last messages of a lobby, oldest first. */
export async function readRecentMessages(lobbyId: string): Promise<MessageRecord[]> {
  const stream = socialStream(lobbyId);
  const events = await readNewestEvents({ stream, audiences: ['public'], types: TYPES, limit: RECENT_MESSAGES });
  return events.map((event) => toMessageRecord(lobbyId, event));
}

/**
 * A page of the messages after a cursor, oldest first, and the present members. Without a cursor from the beginning. The
 * cursor may be any event of the lobby, so that the one of events.wait works here too.
 * Specification: gateway-tool-contract.md, social.messages.
 * @throws NOT_FOUND; VALIDATION_ERROR for a cursor of another stream
 */
export async function readMessages(args: {
  lobbyId: string;
  after: string;
  limit: number;
}): Promise<{ messages: MessageRecord[]; members: MemberRecord[]; has_more: boolean }> {
  const { lobbyId, after, limit } = args;
  const stream = socialStream(lobbyId);
  const audiences = ['public'] as const;
  await requireLobby(lobbyId);
  if (after !== '' && !(await hasEvent({ stream, id: after, audiences }))) throw unknownCursor();
  const [events, members] = await Promise.all([
    readEvents({ stream, after, audiences, types: TYPES, limit: limit + 1 }),
    findMembers(lobbyId),
  ]);
  return {
    messages: events.slice(0, limit).map((event) => toMessageRecord(lobbyId, event)),
    members: members.map(toMemberRecord),
    has_more: events.length > limit,
  };
}

function unknownCursor(): InputFault {
  const message = 'is not the id of a message of this lobby. Leave after out to read from the beginning';
  return new InputFault([{ path: ['after'], message }]);
}
