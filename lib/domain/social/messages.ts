import { InputFault } from '@/lib/core/errors';
import { countFitting } from '@/lib/core/page-bytes';
import { socialStream } from '@/lib/core/stream';
import { hasEvent, readEvents, readNewestEvents } from '@/lib/events';
import { requireLobby } from './errors';
import { storeMessage } from './message-queue';
import { findMembers, markRead } from './social.repo';
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

/**
 * Sends a message to a social lobby. It is an event of the lobby's stream, so members that wait there get it immediately.
 * Specification: gateway-tool-contract.md, social.message.
 * @throws NOT_FOUND, NOT_MEMBER
 */
export async function sendMessage(request: SocialRequest & { content: string }): Promise<MessageRecord> {
  const { agent, lobbyId, content } = request;
  const data: MessageData = { agent_id: agent.agentId, display_name: agent.displayName, content };
  return toMessageRecord(lobbyId, await storeMessage(lobbyId, data));
}

/** Of the messages beside the members in one answer. */
const MAX_RECENT_BYTES = 80_000;

/** The last messages of a lobby, oldest first; fewer when they are long. */
export async function readRecentMessages(lobbyId: string): Promise<MessageRecord[]> {
  const stream = socialStream(lobbyId);
  const events = await readNewestEvents({ stream, audiences: ['public'], types: TYPES, limit: RECENT_MESSAGES });
  const newestFirst = events.map((event) => toMessageRecord(lobbyId, event)).reverse();
  return newestFirst.slice(0, countFitting(newestFirst, MAX_RECENT_BYTES)).reverse();
}

/**
 * A page of the messages after a cursor, oldest first, and the present members. Without a cursor from the beginning. The
 * cursor may be any event of the lobby, so that the one of events.wait works here too.
 * Specification: gateway-tool-contract.md, social.messages.
 * @throws NOT_FOUND; VALIDATION_ERROR for a cursor of another stream
 */
export async function readMessages(args: {
  lobbyId: string;
  /** A member's newest message that it has read is kept, for me.todo. */
  agentId: string;
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
  const read = events.map((event) => toMessageRecord(lobbyId, event));
  const messages = read.slice(0, Math.min(limit, countFitting(read, MAX_RECENT_BYTES)));
  const newest = messages.at(-1);
  if (newest && members.some(({ agent_id }) => agent_id === args.agentId)) {
    await markRead({ lobbyId, agentId: args.agentId, messageId: newest.id });
  }
  return { messages, members: members.map(toMemberRecord), has_more: messages.length < read.length };
}

function unknownCursor(): InputFault {
  const message = 'is not the id of a message of this lobby. Leave after out to read from the beginning';
  return new InputFault([{ path: ['after'], message }]);
}
