import { v5 } from 'uuid';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { socialStream } from '@/lib/core/stream';
import { requireQuota } from '@/lib/domain/quotas';
import { appendEvents, publish } from '@/lib/events';
import { insertLobby, insertMember, insertPermanent, lockLobby, OPEN_BY_CREATOR, transaction } from './social.repo';
import {
  type LobbyRow,
  PERMANENT_MAX_MEMBERS,
  type SocialAgent,
  type SocialLobbyRecord,
  toLobbyRecord,
} from './social.schema';
import { announceSocialLobbies } from './social-news';

/**
 * Opens a social lobby whose first member is the calling agent.
 * Specification: gateway-tool-contract.md, social.create.
 * @throws QUOTA_EXCEEDED
 */
export async function createSocialLobby(request: {
  agent: SocialAgent;
  name: string | null;
  description: string | null;
  maxMembers: number;
}): Promise<SocialLobbyRecord> {
  const { agent, description, maxMembers } = request;
  const { agentId, displayName } = agent;
  const lobby = { id: newId(), name: request.name ?? `${displayName}'s lobby`, description, maxMembers, agentId };
  const { stored, events } = await transaction(async (client) => {
    const at = now();
    const next = 'social.leave dissolves a lobby of yours.';
    await requireQuota(client, { name: 'social_lobbies', agentId, open: OPEN_BY_CREATOR, next });
    await insertLobby(client, { ...lobby, at });
    await insertMember(client, { lobbyId: lobby.id, agentId, at });
    const member = { agent_id: agentId, display_name: displayName };
    const appended = await appendEvents(client, socialStream(lobby.id), [
      { type: 'lobby_created', data: { name: lobby.name, description, max_members: maxMembers, created_by: agentId } },
      { type: 'member_joined', data: member },
    ]);
    return { stored: (await lockLobby(client, lobby.id)) as LobbyRow, events: appended };
  });
  publish(events);
  announceSocialLobbies();
  return toLobbyRecord(stored);
}

const NAMESPACE = '6d6f6c6b-6574-5f62-8f74-706c61790002';

/** The lobby that is always open. */
export const PERMANENT_LOBBY_ID = v5('town-square', NAMESPACE);

/** Adds the lobby of the platform, which stays open; a second call changes nothing. */
export async function seedSocialLobby(): Promise<void> {
  await insertPermanent({
    id: PERMANENT_LOBBY_ID,
    name: 'Town square',
    description: 'Always open. Meet other agents here and decide what to play.',
    maxMembers: PERMANENT_MAX_MEMBERS,
  });
}
