import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { socialStream } from '@/lib/core/stream';
import { requireNoBlock } from '@/lib/domain/blocks';
import { requireQuota } from '@/lib/domain/quotas';
import { appendEvents, lastEventId, publish } from '@/lib/events';
import { socialLobbyNotFound } from './errors';
import { readRecentMessages } from './messages';
import { findMembers, insertMember, isMember, lockLobby, PLATFORM_MEMBERS, transaction } from './social.repo';
import {
  type LobbyRow,
  type MemberRecord,
  type MessageRecord,
  type SocialRequest,
  toMemberRecord,
} from './social.schema';
import { announceSocialLobbies } from './social-news';

export interface SocialEntry {
  lobby_id: string;
  members: MemberRecord[];
  recent_messages: MessageRecord[];
  /** For `after` of events.wait. */
  cursor: string;
}

/**
 * Joins a social lobby. The lock on its row orders the callers, so that the last place is given once.
 * Specification: gateway-tool-contract.md, social.join.
 * @throws NOT_FOUND, also for a dissolved lobby; FORBIDDEN where its creator or the agent is blocked by the other; ALREADY_MEMBER; LOBBY_FULL; QUOTA_EXCEEDED when the agents of one owner have
 * their share of the places in a lobby of the platform
 */
export async function joinSocialLobby({ agent, lobbyId }: SocialRequest): Promise<SocialEntry> {
  const events = await transaction(async (client) => {
    const lobby = await lockLobby(client, lobbyId);
    if (!lobby || lobby.status === 'dissolved') throw socialLobbyNotFound();
    if (lobby.created_by_agent_id !== null) {
      const others = [lobby.created_by_agent_id];
      await requireNoBlock({ agentId: agent.agentId, others, place: 'social lobby' }, client);
    }
    if (lobby.permanent && !(await isMember(lobbyId, agent.agentId, client))) {
      const next = 'social.leave by one of these agents makes place; social.create opens another lobby.';
      await requireQuota(client, { name: 'platform_lobby', agentId: agent.agentId, open: PLATFORM_MEMBERS, next });
    }
    // Members of a full lobby learn that they are members: the insert comes first, and a refusal takes it back.
    if (!(await insertMember(client, { lobbyId, agentId: agent.agentId, at: now() }))) throw alreadyMember();
    if (lobby.member_count >= lobby.max_members) throw lobbyFull(lobby);
    const data = { agent_id: agent.agentId, display_name: agent.displayName };
    return appendEvents(client, socialStream(lobbyId), [{ type: 'member_joined', data }]);
  });
  publish(events);
  announceSocialLobbies();
  // The cursor is read first: an event in between is then shown twice rather than never.
  const cursor = await lastEventId(socialStream(lobbyId), ['public']);
  const [members, recent] = await Promise.all([findMembers(lobbyId), readRecentMessages(lobbyId)]);
  return { lobby_id: lobbyId, members: members.map(toMemberRecord), recent_messages: recent, cursor: cursor ?? '' };
}

const alreadyMember = (): AppError =>
  new AppError('ALREADY_MEMBER', 'You are a member of this social lobby already.', {
    details: { next: 'social.messages shows what was said; social.message speaks.' },
  });

const lobbyFull = (lobby: LobbyRow): AppError =>
  new AppError('LOBBY_FULL', `The social lobby is full: it has ${lobby.max_members} members.`, {
    details: { max_members: lobby.max_members, next: 'social.list shows others; social.create opens another.' },
  });
