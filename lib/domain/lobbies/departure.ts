import { matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { disengage } from '@/lib/domain/engagements/engagements.service';
import { appendEvents } from '@/lib/events';
import { changeHost, findMembers, lockLobby, markEnded, markLeft, type Queryable } from './lobbies.repo';
import { isPlayer, type Lobby, type LobbyStatus, type Member } from './lobbies.schema';

/** What became of a lobby that somebody left; publish the events after the commit. */
export interface Departure {
  status: LobbyStatus;
  events: StreamEvent[];
}

/**
 * Takes an agent out of a locked lobby. When the host goes, the player who has been there longest takes over; when no
 * player is left, a waiting lobby is cancelled and a running match of a remote experience is over.
 * Not for a running match of ours: there leaving is resigning, and the runtime tells it.
 * Specification: gateway-tool-contract.md, lobby.leave; decisions.md, Multiplayer flow.
 */
export async function departLobby(client: Queryable, lobby: Lobby, agentId: string): Promise<Departure> {
  const members = (await findMembers(lobby.id, client)).filter((member) => member.leftAt === null);
  const leaver = members.find((member) => member.agentId === agentId);
  if (!leaver) return { status: lobby.status, events: [] };
  await markLeft(client, lobby.id, agentId);
  await disengage(client, { agentIds: [agentId], lobbyId: lobby.id });
  if (!isPlayer(leaver)) return { status: lobby.status, events: [] };
  const told: NewEvent[] = [{ type: 'player_left', data: playerData(leaver) }];
  const players = members.filter((member) => isPlayer(member) && member !== leaver);
  const status = await succeed(client, lobby, leaver, players, told);
  return { status, events: await appendEvents(client, matchStream(lobby.id), told) };
}

async function succeed(
  client: Queryable,
  lobby: Lobby,
  leaver: Member,
  players: readonly Member[],
  told: NewEvent[],
): Promise<LobbyStatus> {
  const [longestPresent] = players;
  if (!longestPresent) return endEmpty(client, lobby, told);
  if (leaver.role === 'host') {
    await changeHost(client, lobby.id, longestPresent.agentId);
    told.push({ type: 'host_changed', data: playerData(longestPresent) });
  }
  return lobby.status;
}

async function endEmpty(client: Queryable, lobby: Lobby, told: NewEvent[]): Promise<LobbyStatus> {
  const status = lobby.status === 'waiting' ? 'cancelled' : 'completed';
  const freed = await markEnded(client, { id: lobby.id, status, reason: 'everybody_left', outcomes: null });
  await disengage(client, { agentIds: freed, lobbyId: lobby.id });
  const type = status === 'cancelled' ? 'lobby_cancelled' : 'match_ended';
  told.push({ type, data: { reason: 'everybody_left', outcome: null } });
  return status;
}

/** Takes an agent whose session has ended out of the running match that it belonged to. Locks the lobby. */
export async function departActiveLobby(
  client: Queryable,
  args: { lobbyId: string; agentId: string },
): Promise<StreamEvent[]> {
  const lobby = await lockLobby(client, args.lobbyId);
  if (lobby?.status !== 'active') return [];
  return (await departLobby(client, lobby, args.agentId)).events;
}

/** A player as everybody in the lobby may see it. */
export function playerData(
  member: Pick<Member, 'experienceAgentId' | 'displayName' | 'kind'>,
): Record<string, unknown> {
  const { experienceAgentId, displayName, kind } = member;
  return { experience_agent_id: experienceAgentId, display_name: displayName, kind };
}
