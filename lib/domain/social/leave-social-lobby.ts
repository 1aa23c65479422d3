import { now } from '@/lib/core/clock';
import { type NewEvent, type StreamEvent, socialStream } from '@/lib/core/stream';
import { appendEvents, publish } from '@/lib/events';
import { notMember, socialLobbyNotFound } from './errors';
import { openGameLobby } from './open-game-lobby';
import { closeVote, listActive } from './proposals.repo';
import { type Client, deleteMember, lockLobby, markDissolved, transaction } from './social.repo';
import type { LobbyRow, SocialRequest } from './social.schema';
import { announceSocialLobbies } from './social-news';
import { decide } from './vote';

interface Departure {
  events: StreamEvent[];
  /** Proposals that pass because the majority is smaller now. */
  approved: string[];
}

/**
 * Leaves a social lobby. Its creator dissolves it, unless it is permanent. The votes of an agent that leaves no longer
 * count, and open votes are decided again.
 * Specification: gateway-tool-contract.md, social.leave.
 * @throws NOT_FOUND, NOT_MEMBER
 */
export async function leaveSocialLobby({ agent, lobbyId }: SocialRequest): Promise<void> {
  await depart(lobbyId, { agentId: agent.agentId, displayName: agent.displayName, reason: 'left' });
}

/** Takes a member out of its lobby. @throws NOT_FOUND, NOT_MEMBER */
export async function depart(
  lobbyId: string,
  member: { agentId: string; displayName: string; reason: 'left' | 'idle' },
): Promise<void> {
  const { events, approved } = await transaction(async (client) => {
    const lobby = await lockLobby(client, lobbyId);
    if (!lobby) throw socialLobbyNotFound();
    if (!(await deleteMember(client, lobbyId, member.agentId))) throw notMember(lobby);
    const left: NewEvent = {
      type: 'member_left',
      data: { agent_id: member.agentId, display_name: member.displayName, reason: member.reason },
    };
    if (lobby.created_by_agent_id === member.agentId && !lobby.permanent) {
      return { events: await dissolve(client, lobby, 'creator_left', [left]), approved: [] };
    }
    return decideAgain(client, { ...lobby, member_count: lobby.member_count - 1 }, left);
  });
  publish(events);
  announceSocialLobbies();
  for (const id of approved) await openGameLobby(id);
}

/** Ends a lobby: its members are out and its open votes end. Publish the events after the commit. */
export async function dissolve(
  client: Client,
  lobby: LobbyRow,
  reason: 'creator_left' | 'idle',
  before: readonly NewEvent[] = [],
): Promise<StreamEvent[]> {
  const events: NewEvent[] = [...before];
  for (const { id } of await listActive(client, lobby.id)) {
    await closeVote(client, { id, status: 'expired' });
    events.push({ type: 'proposal_closed', data: { proposal_id: id, status: 'expired' } });
  }
  await markDissolved(client, lobby.id, now());
  events.push({ type: 'lobby_dissolved', data: { reason } });
  return appendEvents(client, socialStream(lobby.id), events);
}

async function decideAgain(client: Client, lobby: LobbyRow, left: NewEvent): Promise<Departure> {
  const events = [left];
  const approved: string[] = [];
  for (const proposal of await listActive(client, lobby.id)) {
    const { id: proposal_id, votes_for, votes_against } = proposal;
    const decision = await decide(client, proposal, lobby.member_count);
    events.push({ type: 'votes_changed', data: { proposal_id, votes_for, votes_against } }, ...decision.events);
    if (decision.status === 'approved') approved.push(proposal.id);
  }
  return { events: await appendEvents(client, socialStream(lobby.id), events), approved };
}
