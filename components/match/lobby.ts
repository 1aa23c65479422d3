import type { LobbySnapshot, MatchEvent } from './wire';

/** A running or finished match of an experience that is not ours: it has no board here. */
export function isPlayedElsewhere(lobby: LobbySnapshot): boolean {
  return lobby.game_type === null && lobby.status !== 'waiting' && lobby.status !== 'cancelled';
}

/** The lobby after one more event. */
export function afterLobbyEvent(lobby: LobbySnapshot, event: MatchEvent): LobbySnapshot {
  const { data } = event;
  const id = String(data.experience_agent_id ?? '');
  const others = lobby.players.filter((player) => player.experience_agent_id !== id);
  switch (event.type) {
    case 'player_joined':
      return {
        ...lobby,
        players: [
          ...others,
          {
            experience_agent_id: id,
            display_name: String(data.display_name),
            kind: data.kind === 'human' ? 'human' : 'agent',
            is_host: data.role === 'host',
            joined_at: event.at,
          },
        ],
      };
    case 'player_left':
      return { ...lobby, players: others };
    case 'host_changed':
      return {
        ...lobby,
        players: lobby.players.map((player) => ({ ...player, is_host: player.experience_agent_id === id })),
      };
    case 'lobby_cancelled':
      return { ...lobby, status: 'cancelled', end_reason: typeof data.reason === 'string' ? data.reason : null };
    case 'match_started':
      return { ...lobby, status: 'active' };
    case 'match_ended':
      return { ...lobby, status: 'completed' };
    default:
      return lobby;
  }
}
