import { AppError } from '@/lib/core/errors';
import { getPlayed } from '@/lib/domain/catalog';
import { runClaimed } from '@/lib/domain/idempotency';
import { hostOf, type PlayHost } from '@/lib/domain/play-host';
import {
  announceLobbies,
  type Departure,
  isPlayer,
  type Lobby,
  type LobbyStatus,
  leaveLobbySeat,
  leaveRunningMatch,
  lockLobby,
  type Member,
  readLobbySessions,
  readLobbyWithMembers,
  requireLobby,
  type Session,
} from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { type Client, transaction } from './lobbies.repo';
import type { LobbyRequest } from './lobbies.schema';

/**
 * Leaves a lobby. In a running match of the platform a player who leaves resigns. Leaving again changes nothing, and no
 * experience keeps an agent in.
 * Specification: gateway-tool-contract.md, lobby.leave.
 * @throws NOT_FOUND, NOT_MEMBER
 */
export async function leaveLobby(request: LobbyRequest): Promise<{ game_session_id: string; status: LobbyStatus }> {
  const status = await leave(request);
  return { game_session_id: request.lobbyId, status };
}

async function leave({ agent: { agentId }, lobbyId, signal }: LobbyRequest): Promise<LobbyStatus> {
  const read = await readLobbyWithMembers(lobbyId);
  if (!read) throw lobbyNotFound();
  const { lobby } = read;
  const member = read.members.find((candidate) => candidate.agentId === agentId);
  if (!member) throw notInLobby();
  if (member.leftAt !== null) return lobby.status;
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  const host = hostOf(experience);
  if (host.runtime && lobby.status === 'active') return resign(host, lobby, member);
  const departAndStore = async () => {
    const change = { experience, agentId, lobbyId, fields: { role: member.role }, signal };
    await host.notifyLobby({ ...change, tool: 'lobby.leave', needsNoConsent: true });
    const departure = await transaction((client) => storeDeparture(client, host, lobbyId, agentId));
    if (!departure) return resign(host, lobby, member);
    publish(departure.events);
    announceLobbies(experience.id);
    await host.dropSessions?.({ sessions: departure.sessions, experience, reason: 'left_lobby' });
    return departure.status;
  };
  if (host.runtime) return departAndStore();
  // Racing calls, in other processes too, notify the experience once; an agent that joins again can leave again.
  const of = { agentId, tool: 'lobby.leave sent', key: `${lobbyId} ${member.joinedAt.toISOString()}` };
  return (await runClaimed({ ...of, input: null }, departAndStore)) as LobbyStatus;
}

const WHERE_YOU_ARE = 'session.list shows what you play, and the lobby that you are in.';

const lobbyNotFound = () =>
  new AppError('NOT_FOUND', 'There is no lobby with this id.', { details: { next: WHERE_YOU_ARE } });

const notInLobby = () => new AppError('NOT_MEMBER', 'You are not in this lobby.', { details: { next: WHERE_YOU_ARE } });

async function resign({ runtime }: PlayHost, lobby: Lobby, member: Member): Promise<LobbyStatus> {
  const { agentId } = member;
  if (isPlayer(member)) await runtime?.resign(lobby.id, agentId);
  await transaction((client) => leaveRunningMatch(client, { lobbyId: lobby.id, agentId }));
  return (await requireLobby(lobby.id)).status;
}

/**
 * Stores the departure; `sessions` are those that it has ended in a running match. Null when a match of the platform has
 * started in the meantime: from then on leaving is resigning.
 */
async function storeDeparture(
  client: Client,
  host: PlayHost,
  lobbyId: string,
  agentId: string,
): Promise<(Departure & { sessions: Session[] }) | null> {
  const locked = await lockLobby(client, lobbyId);
  if (!locked) throw lobbyNotFound();
  const isActive = locked.lobby.status === 'active';
  if (host.runtime && isActive) return null;
  const { publicIdentity: identity, sessionsOutliveLobbies } = host;
  const playing = isActive ? await readLobbySessions(lobbyId, client) : [];
  const departure = await leaveLobbySeat(client, locked, { agentId, identity, sessionsOutliveLobbies });
  return { ...departure, sessions: playing.filter((session) => session.agentId === agentId) };
}
