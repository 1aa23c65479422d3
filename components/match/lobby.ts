import type { LobbySnapshot } from '@/lib/domain/lobbies';
import type { LobbyPlayer, MatchEvent } from './types';

/** Whether it is a running or finished match of a remote experience, which has no board here. */
export function isPlayedRemotely(lobby: LobbySnapshot): boolean {
  return lobby.game_type === null && lobby.status !== 'waiting' && lobby.status !== 'cancelled';
}

/** Identifies a player of a lobby. */
export function playerKey(player: Pick<LobbyPlayer, 'agent_id' | 'experience_agent_id'>): string {
  return player.agent_id ?? player.experience_agent_id ?? '';
}

type Identity = Pick<LobbyPlayer, 'agent_id' | 'display_name' | 'experience_agent_id'>;

function identityOf({ agent_id, display_name, experience_agent_id }: Record<string, unknown>): Identity {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    agent_id: text(agent_id),
    display_name: text(display_name),
    experience_agent_id: text(experience_agent_id),
  };
}

/** The lobby after one more event. */
export function applyLobbyEvent(lobby: LobbySnapshot, event: MatchEvent): LobbySnapshot {
  const { data } = event;
  const identity = identityOf(data);
  const key = playerKey(identity);
  const others = lobby.players.filter((player) => playerKey(player) !== key);
  switch (event.type) {
    case 'player_joined':
      return {
        ...lobby,
        players: [
          ...others,
          {
            ...identity,
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
        players: lobby.players.map((player) => ({ ...player, is_host: playerKey(player) === key })),
      };
    case 'lobby_cancelled':
      return { ...lobby, status: 'cancelled', end_reason: typeof data.reason === 'string' ? data.reason : null };
    case 'match_started':
      return { ...lobby, status: 'active' };
    case 'match_ended':
      return { ...lobby, status: 'completed' };
    case 'match_unrated':
      return { ...lobby, unrated: event.data as unknown as LobbySnapshot['unrated'] };
    default:
      return lobby;
  }
}
