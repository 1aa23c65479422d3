import { AppError } from '@/lib/core/errors';
import { findLobby } from './lobbies.repo';
import type { Lobby, LobbyStatus, Member } from './seating.schema';

/** EXPERIENCE_ERROR about a lobby with a reason for programs; `next` among the details says what to call. */
export function lobbyError(
  reason: string,
  message: string,
  details: Record<string, unknown> = {},
  { retryable = false } = {},
): AppError {
  return new AppError('EXPERIENCE_ERROR', message, { retryable, details: { reason, ...details } });
}

/** EXPERIENCE_ERROR for an unknown lobby id, as lobby.join and match.abort answer it. */
export function lobbyNotFound(): AppError {
  return lobbyError('lobby_not_found', 'Lobby not found', { next: 'lobby.list shows the lobbies of an experience.' });
}

/** @throws EXPERIENCE_ERROR for an unknown lobby id */
export async function requireLobby(lobbyId: string): Promise<Lobby> {
  const lobby = await findLobby(lobbyId);
  if (!lobby) throw lobbyNotFound();
  return lobby;
}

/** @throws EXPERIENCE_AUTH_FAILED unless the agent is the host of the lobby */
export function requireHost(lobby: Lobby, agentId: string): void {
  if (lobby.hostAgentId === agentId) return;
  throw new AppError('EXPERIENCE_AUTH_FAILED', 'Only the host of the lobby may do this.', {
    details: { reason: 'not_the_host', next: 'match.state names the host; lobby.leave takes you out.' },
  });
}

/** What to call for a lobby whose status does not allow the call that was made. */
const NEXT_CALL: Record<LobbyStatus, string> = {
  waiting: 'The host starts it with match.start.',
  active: 'Its players act with session.step; others may join as spectator.',
  completed: 'match.state shows the outcomes; lobby.create opens another.',
  cancelled: 'Open another with lobby.create, or find one with lobby.list.',
};

/** @throws EXPERIENCE_ERROR unless the lobby has one of these statuses */
export function requireStatus(lobby: Lobby, ...allowed: LobbyStatus[]): void {
  if (allowed.includes(lobby.status)) return;
  throw lobbyError(`lobby_not_${allowed[0]}`, `Lobby is ${lobby.status}, not ${allowed.join(' or ')}`, {
    status: lobby.status,
    next: NEXT_CALL[lobby.status],
  });
}

/** @throws EXPERIENCE_ERROR when fewer players are in the lobby than its match needs */
export function requireEnoughPlayers(lobby: Lobby, players: readonly Member[]): void {
  if (players.length >= lobby.minPlayers) return;
  const message = `The match needs at least ${lobby.minPlayers} players; ${players.length} are here.`;
  throw lobbyError('not_enough_players', message, {
    min_players: lobby.minPlayers,
    current_players: players.length,
    next: `events.wait on "match:${lobby.id}" answers when more have joined.`,
  });
}
