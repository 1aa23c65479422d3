import { validationError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { getPlayable, type PlayableExperience } from '@/lib/domain/catalog';
import { hostOf } from '@/lib/domain/play-host';
import { requireQuota } from '@/lib/domain/quotas';
import { announceLobbies, lobbyError, type NewLobby, openLobby } from '@/lib/domain/seating';
import { appendEvents, publish } from '@/lib/events';
import { closeLobby } from './close-lobby';
import { addMember, engageWithLobby, lobbyResponse } from './enter-lobby';
import { type Client, transaction, WAITING_BY_HOST } from './lobbies.repo';
import { type CreateLobby, type LobbyEntry, MAX_PLAYERS } from './lobbies.schema';
import { readLobbyConfig } from './lobby-config';

/**
 * Opens a lobby whose host is the calling agent. When a remote experience refuses it, the lobby is cancelled.
 * Specification: gateway-tool-contract.md, lobby.create.
 * @throws AGENT_BUSY, EXPERIENCE_ERROR, EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_NOT_VERIFIED, QUOTA_EXCEEDED,
 * VALIDATION_ERROR
 */
export async function createLobby(request: CreateLobby): Promise<LobbyEntry & { status: 'waiting' }> {
  const { agent, config, signal } = request;
  const experience = await getPlayable({ experienceId: request.experienceId });
  if (!experience.multiplayer.supported) {
    const message = 'This experience does not support multiplayer. Play it with session.create.';
    throw lobbyError('multiplayer_not_supported', message);
  }
  const { fillAfterS, daysPerMove } = await readLobbyConfig(experience, config);
  const host = hostOf(experience);
  const maxPlayers = readMaxPlayers(experience, request.maxPlayers);
  const lobby = {
    id: request.lobbyId ?? newId(),
    experienceId: experience.id,
    hostAgentId: agent.agentId,
    maxPlayers,
    minPlayers: experience.multiplayer.minPlayers,
    config,
    fillAfterS,
    daysPerMove,
  };
  publish(await transaction((client) => storeLobby(client, lobby, request, experience)));
  announceLobbies(experience.id);
  const fields = { max_players: maxPlayers, config, role: 'host' };
  const change = { experience, agentId: agent.agentId, lobbyId: lobby.id, fields, signal };
  const response = await host.notifyLobby({ ...change, tool: 'lobby.create' }).catch(async (thrown: unknown) => {
    await cancelRefused(experience, lobby.id);
    throw thrown;
  });
  return {
    game_session_id: lobby.id,
    status: 'waiting',
    role: 'host',
    experience_response: response ?? lobbyResponse(experience, { status: 'waiting', maxPlayers }),
  };
}

/** @throws VALIDATION_ERROR for a number of players that the experience does not allow */
function readMaxPlayers(experience: PlayableExperience, wanted: number | undefined): number {
  const { minPlayers, maxPlayers } = experience.multiplayer;
  const highest = Math.min(maxPlayers, MAX_PLAYERS);
  if (wanted === undefined) return highest;
  if (wanted < minPlayers || wanted > highest) {
    throw validationError([
      { path: ['max_players'], message: `must be ${minPlayers} to ${highest} for this experience` },
    ]);
  }
  return wanted;
}

async function storeLobby(
  client: Client,
  lobby: NewLobby,
  { agent }: CreateLobby,
  experience: PlayableExperience,
): Promise<StreamEvent[]> {
  const entry = { agent, experience, lobbyId: lobby.id, daysPerMove: lobby.daysPerMove };
  await engageWithLobby(client, entry);
  await requireQuota(client, {
    name: 'lobbies',
    agentId: agent.agentId,
    open: WAITING_BY_HOST,
    next: 'match.start begins a lobby, lobby.leave by its host cancels it.',
  });
  await openLobby(client, lobby);
  const host = await addMember(client, { ...entry, role: 'host' });
  const { experienceId: experience_id, maxPlayers: max_players, config } = lobby;
  return appendEvents(client, matchStream(lobby.id), [
    { type: 'lobby_created', data: { experience_id, max_players, config, host } },
    { type: 'player_joined', data: { ...host, role: 'host' } },
  ]);
}

async function cancelRefused(experience: PlayableExperience, lobbyId: string): Promise<void> {
  const end = { status: 'cancelled', reason: 'experience_refused', outcomes: null } as const;
  publish((await transaction((client) => closeLobby(client, lobbyId, end, experience))) ?? []);
  announceLobbies(experience.id);
}
