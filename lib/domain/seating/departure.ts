import { matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { unratedByCall } from '@/lib/core/unrated';
import type { Queryable } from '@/lib/data/database';
import { appendEvents } from '@/lib/events';
import { disengage } from './engagements';
import { changeHost, findMembers, lockLobby, markEnded, markLeft } from './lobbies.repo';
import { type PublicIdentity, publicPlayer } from './public-player';
import { isPlayer, type Lobby, type LobbyStatus } from './seating.schema';
import { findOpenFaults } from './sessions.repo';

/** The status of a lobby after a departure; publish the events after the commit. */
export interface Departure {
  status: LobbyStatus;
  events: StreamEvent[];
}

/**
 * Removes an agent from a locked lobby. When the host leaves, the player who joined first becomes host; when no player
 * is left, a waiting lobby is cancelled and a running match of a remote experience is completed.
 * Not for a running match of the platform: there leaving is resigning, which the match runtime stores.
 * Specification: gateway-tool-contract.md, lobby.leave; decisions.md, Multiplayer flow.
 */
export async function departLobby(
  client: Queryable,
  lobby: Lobby,
  agentId: string,
  identity: PublicIdentity,
): Promise<Departure> {
  const everybody = await findMembers(lobby.id, client);
  const members = everybody.filter((member) => member.leftAt === null);
  const leaver = members.find((member) => member.agentId === agentId);
  if (!leaver) return { status: lobby.status, events: [] };
  await markLeft(client, lobby.id, agentId);
  await disengage(client, { agentIds: [agentId], lobbyId: lobby.id });
  if (!isPlayer(leaver)) return { status: lobby.status, events: [] };
  const events: NewEvent[] = [{ type: 'player_left', data: { ...publicPlayer(leaver, identity) } }];
  const remaining = members.filter((member) => isPlayer(member) && member !== leaver);
  const [nextHost] = remaining;
  if (!nextHost) {
    const sessionIds = everybody.flatMap(({ sessionId }) => sessionId ?? []);
    const status = await endEmptyLobby(client, lobby, { sessionIds, events });
    return { status, events: await appendEvents(client, matchStream(lobby.id), events) };
  }
  if (leaver.role === 'host') {
    await changeHost(client, lobby.id, nextHost.agentId);
    events.push({ type: 'host_changed', data: { ...publicPlayer(nextHost, identity) } });
  }
  return { status: lobby.status, events: await appendEvents(client, matchStream(lobby.id), events) };
}

async function endEmptyLobby(
  client: Queryable,
  lobby: Lobby,
  { sessionIds, events }: { sessionIds: readonly string[]; events: NewEvent[] },
): Promise<LobbyStatus> {
  const status = lobby.status === 'waiting' ? 'cancelled' : 'completed';
  const [fault] = status === 'completed' ? await findOpenFaults(sessionIds, client) : [];
  const unrated = fault ? unratedByCall(fault) : null;
  const end = { status, reason: 'everybody_left', outcomes: null, unrated } as const;
  const agentIds = await markEnded(client, { id: lobby.id, ...end });
  await disengage(client, { agentIds, lobbyId: lobby.id });
  const type = status === 'cancelled' ? 'lobby_cancelled' : 'match_ended';
  events.push({ type, data: { reason: 'everybody_left', outcome: null } });
  if (unrated) events.push({ type: 'match_unrated', data: { ...unrated } });
  return status;
}

/** Removes an agent whose session has ended from the running match of a remote experience. Locks the lobby. */
export async function departActiveLobby(
  client: Queryable,
  args: { lobbyId: string; agentId: string },
): Promise<StreamEvent[]> {
  const lobby = await lockLobby(client, args.lobbyId);
  if (lobby?.status !== 'active') return [];
  return (await departLobby(client, lobby, args.agentId, 'pairwise_id')).events;
}
