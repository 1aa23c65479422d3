import { AppError } from '@/lib/core/errors';
import { findLobby } from './lobbies.repo';
import type { Lobby, LobbyStatus } from './lobbies.schema';

/** EXPERIENCE_ERROR about a lobby, with a word for programs. */
export function lobbyError(reason: string, message: string, details: Record<string, unknown> = {}): AppError {
  return new AppError('EXPERIENCE_ERROR', message, { details: { reason, ...details } });
}

/** @throws EXPERIENCE_ERROR when there is no such lobby, as lobby.join and match.abort say it. */
export async function requireLobby(lobbyId: string): Promise<Lobby> {
  const lobby = await findLobby(lobbyId);
  if (!lobby) throw lobbyError('lobby_not_found', 'Lobby not found');
  return lobby;
}

/** EXPERIENCE_AUTH_FAILED for what only the host may do. */
export function checkHost(lobby: Lobby, agentId: string): void {
  if (lobby.hostAgentId === agentId) return;
  throw new AppError('EXPERIENCE_AUTH_FAILED', 'Only the host of the lobby may do this.');
}

/** @throws EXPERIENCE_ERROR unless the lobby is in one of these states. */
export function checkStatus(lobby: Lobby, ...wanted: LobbyStatus[]): void {
  if (wanted.includes(lobby.status)) return;
  const words = wanted.join(' or ');
  throw lobbyError(`lobby_not_${wanted[0]}`, `Lobby is ${lobby.status}, not ${words}`, { status: lobby.status });
}
