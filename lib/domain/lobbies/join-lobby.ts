import { log } from '@/lib/core/log';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { requireNoBlock } from '@/lib/domain/blocks';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { hostOf } from '@/lib/domain/play-host';
import {
  announceLobbies,
  isPlayer,
  type Lobby,
  leaveLobbySeat,
  lobbyError,
  lobbyNotFound,
  lockLobby,
  type Member,
  type MemberRole,
  requireLobby,
  requireStatus,
} from '@/lib/domain/seating';
import { appendEvents, publish } from '@/lib/events';
import { addMember, engageWithLobby, lobbyResponse } from './enter-lobby';
import { type Client, transaction } from './lobbies.repo';
import { type JoinLobby, type LobbyEntry, MAX_SPECTATORS } from './lobbies.schema';

/**
 * Joins a lobby as a player or a spectator. The lock on the lobby's row orders the callers, so that no seat is given
 * twice. Joining again changes nothing; when a remote experience refuses the agent, it is taken out again.
 * Specification: gateway-tool-contract.md, lobby.join.
 * @throws AGENT_BUSY, FORBIDDEN for a lobby with a player of an owner that is blocked in either direction, EXPERIENCE_ERROR (not
 * found, full, not waiting, or the experience's own words)
 */
export async function joinLobby(request: JoinLobby): Promise<LobbyEntry> {
  const { agent, lobbyId, signal } = request;
  const { experienceId } = await requireLobby(lobbyId);
  const experience = await getPlayed({ experienceId });
  const { lobby, role, isNew, events } = await transaction((client) => storeEntry(client, request, experience));
  publish(events);
  if (isNew) announceLobbies(experience.id);
  const response = isNew
    ? await hostOf(experience)
        .notifyLobby({ tool: 'lobby.join', experience, agentId: agent.agentId, lobbyId, fields: { role }, signal })
        .catch(async (thrown: unknown) => {
          await removeRefused(experience, lobbyId, agent.agentId);
          throw thrown;
        })
    : null;
  return {
    game_session_id: lobbyId,
    role,
    experience_response: response ?? lobbyResponse(experience, lobby),
  };
}

interface StoredEntry {
  lobby: Lobby;
  role: MemberRole;
  isNew: boolean;
  events: StreamEvent[];
}

async function storeEntry(client: Client, request: JoinLobby, experience: PlayableExperience): Promise<StoredEntry> {
  const { agent, role } = request;
  const locked = await lockLobby(client, request.lobbyId);
  if (!locked) throw lobbyNotFound();
  const { lobby } = locked;
  const present = locked.members.filter((member) => member.leftAt === null);
  const own = present.find((member) => member.agentId === agent.agentId);
  if (own && keepsRole(own, role)) return { lobby, role: own.role, isNew: false, events: [] };
  requireRoom(lobby, present, role);
  const others = present.filter(isPlayer).map(({ agentId }) => agentId);
  await requireNoBlock({ agentId: agent.agentId, others, place: 'lobby' }, client);
  const entry = { agent, experience, lobbyId: lobby.id, role, daysPerMove: lobby.daysPerMove };
  await engageWithLobby(client, entry);
  const player = await addMember(client, entry);
  const joined = role === 'player' ? [{ type: 'player_joined', data: { ...player, role } }] : [];
  const events = joined.length > 0 ? await appendEvents(client, matchStream(lobby.id), joined) : [];
  return { lobby, role, isNew: true, events };
}

/** A player becomes a spectator by leaving first; a spectator may take a free seat. */
function keepsRole(own: Member, wanted: 'player' | 'spectator'): boolean {
  return isPlayer(own) || wanted === 'spectator';
}

/** @throws EXPERIENCE_ERROR for a lobby that is full or whose status does not allow the role */
function requireRoom(lobby: Lobby, present: readonly Member[], role: 'player' | 'spectator'): void {
  if (role === 'player' || lobby.status !== 'active') requireStatus(lobby, 'waiting');
  const memberCount = present.filter((member) => isPlayer(member) === (role === 'player')).length;
  const room = role === 'player' ? lobby.maxPlayers : MAX_SPECTATORS;
  if (memberCount < room) return;
  const next = 'lobby.list shows lobbies with a free seat; lobby.create opens another.';
  throw lobbyError('lobby_full', 'Lobby is full', { max_players: lobby.maxPlayers, next });
}

async function removeRefused(experience: PlayableExperience, lobbyId: string, agentId: string): Promise<void> {
  const { publicIdentity: identity, sessionsOutliveLobbies } = hostOf(experience);
  const departure = await transaction(async (client) => {
    const locked = await lockLobby(client, lobbyId);
    return locked && leaveLobbySeat(client, locked, { agentId, identity, sessionsOutliveLobbies });
  }).catch((error: unknown) => {
    log.error({ err: error, lobby_id: lobbyId }, 'could not remove a refused player from the lobby');
    return null;
  });
  if (!departure) return;
  publish(departure.events);
  announceLobbies(experience.id);
}
