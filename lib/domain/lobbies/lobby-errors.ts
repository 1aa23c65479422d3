import { AppError } from '@/lib/core/errors';
import { findLobby } from './lobbies.repo';
import type { Lobby, LobbyStatus } from './lobbies.schema';

/** EXPERIENCE_ERROR about a lobby, with a word for programs; `next` among the details tells an agent what to call. */
export function lobbyError(reason: string, message: string, details: Record<string, unknown> = {}): AppError {
  return new AppError('EXPERIENCE_ERROR', message, { details: { reason, ...details } });
}

/** EXPERIENCE_ERROR for an id that no lobby has, as lobby.join and match.abort say it. */
export function lobbyNotFound(): AppError {
  return lobbyError('lobby_not_found', 'Lobby not found', { next: 'lobby.list shows the lobbies of an experience.' });
}

/** @throws EXPERIENCE_ERROR when there is no such lobby. */
export async function requireLobby(lobbyId: string): Promise<Lobby> {
  const lobby = await findLobby(lobbyId);
  if (!lobby) throw lobbyNotFound();
  return lobby;
}

/** EXPERIENCE_AUTH_FAILED for what only the host may do. */
export function checkHost(lobby: Lobby, agentId: string): void {
  if (lobby.hostAgentId === agentId) return;
  throw new AppError('EXPERIENCE_AUTH_FAILED', 'Only the host of the lobby may do this.', {
    details: { reason: 'not_the_host', next: 'match.state names the host; lobby.leave takes you out.' },
  });
}

/** What can be done with a lobby in a state in which the call that was made cannot. */
const INSTEAD: Record<LobbyStatus, string> = {
  waiting: 'The host starts it with match.start.',
  active: 'Its players act with session.step; others may join as spectator.',
  completed: 'match.state tells the outcomes; lobby.create opens another.',
  cancelled: 'Open another with lobby.create, or find one with lobby.list.',
};

/** @throws EXPERIENCE_ERROR unless the lobby is in one of these states. */
export function checkStatus(lobby: Lobby, ...wanted: LobbyStatus[]): void {
  if (wanted.includes(lobby.status)) return;
  const words = wanted.join(' or ');
  throw lobbyError(`lobby_not_${wanted[0]}`, `Lobby is ${lobby.status}, not ${words}`, {
    status: lobby.status,
    next: INSTEAD[lobby.status],
  });
}
