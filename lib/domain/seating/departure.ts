import { matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import type { Queryable } from '@/lib/data/database';
import { appendEvents } from '@/lib/events';
import { findUnratedReason } from './closing';
import { disengage } from './engagements';
import { type LobbyWithMembers, lockLobby } from './lobbies';
import { changeHost, markEnded, markLeft } from './lobbies.repo';
import { type PublicIdentity, publicPlayer } from './public-player';
import { isPlayer, type Lobby, type LobbyStatus } from './seating.schema';
import { evictSession } from './session-cache';
import { completeLobbySessions, unbindSessions } from './sessions.repo';

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
async function departLobby(
  client: Queryable,
  { lobby, members: everybody }: LobbyWithMembers,
  agentId: string,
  identity: PublicIdentity,
): Promise<Departure> {
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
  const unrated = status === 'completed' ? await findUnratedReason(client, sessionIds) : null;
  const end = { status, reason: 'everybody_left', outcomes: null, unrated } as const;
  const agentIds = await markEnded(client, { id: lobby.id, ...end });
  await disengage(client, { agentIds, lobbyId: lobby.id });
  const type = status === 'cancelled' ? 'lobby_cancelled' : 'match_ended';
  events.push({ type, data: { reason: 'everybody_left', outcomes: null } });
  if (unrated) events.push({ type: 'match_unrated', data: { ...unrated } });
  return status;
}

/** Removes an agent whose session has ended from the running match of a remote experience. Locks the lobby. */
export async function departActiveLobby(
  client: Queryable,
  args: { lobbyId: string; agentId: string },
): Promise<StreamEvent[]> {
  const locked = await lockLobby(client, args.lobbyId);
  if (locked?.lobby.status !== 'active') return [];
  return (await departLobby(client, locked, args.agentId, 'pairwise_id')).events;
}

/**
 * Removes an agent that leaves a locked lobby by itself. Its session in the lobby ends; where sessions outlive a lobby that
 * waits, it goes on without the lobby.
 */
export async function leaveLobbySeat(
  client: Queryable,
  locked: LobbyWithMembers,
  args: { agentId: string; identity: PublicIdentity; sessionsOutliveLobbies: boolean },
): Promise<Departure> {
  const { agentId, identity } = args;
  const of = { lobbyId: locked.lobby.id, agentIds: [agentId] };
  // Before the sessions: it waits for a racing session.create of the agent, whose session is in the lobby.
  const departure = await departLobby(client, locked, agentId, identity);
  if (locked.lobby.status === 'waiting' && args.sessionsOutliveLobbies) await unbindSessions(client, of);
  else {
    const ended = await completeLobbySessions(client, { ...of, reason: 'left_lobby', outcomes: [] });
    for (const { sessionId } of ended) evictSession(sessionId);
    await disengage(client, { agentIds: [agentId], sessionIds: ended.map(({ sessionId }) => sessionId) });
  }
  return departure;
}

/** Removes an agent from the lobby of a running match of the platform, from which it has resigned. */
export async function leaveRunningMatch(
  client: Queryable,
  { lobbyId, agentId }: { lobbyId: string; agentId: string },
): Promise<void> {
  await markLeft(client, lobbyId, agentId);
  await disengage(client, { agentIds: [agentId], lobbyId });
}
