import { AppError } from '@/lib/core/errors';
import type { StreamEvent } from '@/lib/core/stream';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { readMatch, resignMatch } from '@/lib/domain/matches';
import {
  completeLobbySessions,
  departLobby,
  disengage,
  evictSession,
  findLobby,
  findMembers,
  isPlayer,
  type Lobby,
  type LobbyStatus,
  lockLobby,
  type Member,
  markLeft,
  unbindSessions,
} from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { forwardIfPresent } from './forward';
import { type Client, transaction } from './lobbies.repo';
import { announceLobbies } from './lobby-news';

/**
 * Leaves a lobby. In a running match of ours a player who leaves gives up. Leaving again changes nothing. An experience
 * that cannot be reached keeps nobody in.
 * Specification: gateway-tool-contract.md, lobby.leave.
 * @throws NOT_FOUND, NOT_MEMBER, EXPERIENCE_ERROR in the experience's own words
 */
export async function leaveLobby(args: {
  agent: { agentId: string };
  lobbyId: string;
  signal?: AbortSignal;
}): Promise<{ lobbyId: string; status: LobbyStatus }> {
  const { lobbyId } = args;
  const { agentId } = args.agent;
  const lobby = await findLobby(lobbyId);
  if (!lobby) throw new AppError('NOT_FOUND', 'There is no lobby with this id.');
  const member = (await findMembers(lobbyId)).find((candidate) => candidate.agentId === agentId);
  if (!member) throw new AppError('NOT_MEMBER', 'You are not in this lobby.');
  if (member.leftAt !== null) return { lobbyId, status: lobby.status };
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  if (experience.kind === 'builtin' && lobby.status === 'active') return leaveRunningGame(lobby, member);
  const fields = { role: member.role };
  await forwardIfPresent('lobby.leave', { experience, agentId, lobbyId, fields, signal: args.signal });
  const departure = await transaction((client) => walkOut(client, lobbyId, agentId, experience));
  if (!departure) return leaveRunningGame(lobby, member);
  publish(departure.events);
  announceLobbies(experience.id);
  return { lobbyId, status: departure.status };
}

async function leaveRunningGame(lobby: Lobby, member: Member): Promise<{ lobbyId: string; status: LobbyStatus }> {
  const match = isPlayer(member) ? await readMatch(lobby.id) : null;
  const own = match?.seats.find((seat) => seat.agentId === member.agentId);
  if (own) await resignMatch({ matchId: lobby.id, seat: own.seat });
  await transaction(async (client) => {
    await markLeft(client, lobby.id, member.agentId);
    await disengage(client, { agentIds: [member.agentId], lobbyId: lobby.id });
  });
  const after = await findLobby(lobby.id);
  return { lobbyId: lobby.id, status: after?.status ?? lobby.status };
}

/** Null when a match of ours has begun in the meantime: from then on leaving is resigning. */
async function walkOut(
  client: Client,
  lobbyId: string,
  agentId: string,
  experience: PlayableExperience,
): Promise<{ status: LobbyStatus; events: StreamEvent[] } | null> {
  const lobby = await lockLobby(client, lobbyId);
  if (!lobby) throw new AppError('NOT_FOUND', 'There is no lobby with this id.');
  if (experience.kind === 'builtin' && lobby.status === 'active') return null;
  await letGoOfSession(client, lobby, agentId, experience);
  return departLobby(client, lobby, agentId);
}

/**
 * What becomes of the agent's session when it leaves: a session with a remote experience lives on while the match has
 * not begun; otherwise there is nothing left to play in it.
 */
async function letGoOfSession(
  client: Client,
  lobby: Lobby,
  agentId: string,
  experience: PlayableExperience,
): Promise<void> {
  if (lobby.status === 'waiting' && experience.kind !== 'builtin') {
    await unbindSessions(client, lobby.id, [agentId]);
    return;
  }
  const ended = await completeLobbySessions(client, {
    lobbyId: lobby.id,
    agentIds: [agentId],
    reason: 'left_lobby',
    outcomes: [],
  });
  for (const { sessionId } of ended) evictSession(sessionId);
  await disengage(client, { agentIds: [agentId], sessionIds: ended.map((session) => session.sessionId) });
}
