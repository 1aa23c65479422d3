import type { AgentCaller } from '@/lib/core/caller';
import type { JsonObject } from '@/lib/core/json';
import type { StartedMatch } from '@/lib/domain/play-host';
import type { Lobby, LobbyStatus, MemberRole, Unrated } from '@/lib/domain/seating';

// Requests of the lobby and match tools, and their answers in wire names.

/** Bytes of a lobby's config as JSON. */
export const MAX_CONFIG_BYTES = 16 * 1024;
/** Players of any lobby. Specification: gateway-tool-contract.md, lobby.create. */
export const MAX_PLAYERS = 100;
export const MAX_SPECTATORS = 100;

/** The agent that enters a lobby. */
export type LobbyAgent = Pick<AgentCaller, 'agentId' | 'displayName'>;

export interface CreateLobby {
  agent: LobbyAgent;
  /** The id of the new lobby, for a caller that has stored it before; a new one without it. */
  lobbyId?: string;
  experienceId: string;
  maxPlayers?: number;
  config: JsonObject;
  signal?: AbortSignal;
}

export interface JoinLobby {
  agent: LobbyAgent;
  lobbyId: string;
  role: 'player' | 'spectator';
  signal?: AbortSignal;
}

/** A call of a member about its lobby or match. */
export interface LobbyRequest {
  agent: { agentId: string; ownerId?: string | null };
  lobbyId: string;
  reason?: string;
  signal?: AbortSignal;
}

/** Specification: gateway-tool-contract.md, lobby.create and lobby.join. */
export interface LobbyEntry {
  game_session_id: string;
  role: MemberRole;
  experience_response: unknown;
}

/** A line of lobby.list. */
export interface ListedLobby {
  game_session_id: string;
  host_experience_agent_id: string;
  status: LobbyStatus;
  max_players: number;
  current_players: number;
  created_at: string;
}

/** Specification: gateway-tool-contract.md, match.start. */
export interface MatchStart {
  game_session_id: string;
  status: 'active';
  session_id?: string;
  experience_response: unknown;
}

/** Specification: gateway-tool-contract.md, match.state. */
export interface LobbyState {
  game_session_id: string;
  experience_id: string;
  status: LobbyStatus;
  host_experience_agent_id: string;
  max_players: number;
  players: {
    experience_agent_id: string;
    role: MemberRole | 'bot';
    session_id?: string;
    joined_at: string;
  }[];
  outcomes?: JsonObject | null;
  /** Why the result is not rated although it would have been. */
  unrated?: Unrated;
}

/** The answer of match.start. */
export function toMatchStart({ lobbyId, status, sessionId, response }: StartedMatch): MatchStart {
  return {
    game_session_id: lobbyId,
    status,
    ...(sessionId === null ? {} : { session_id: sessionId }),
    experience_response: response,
  };
}

/** A present player of a lobby, or a house bot, for match.state. */
export interface StatePlayer {
  experienceAgentId: string;
  role: MemberRole | 'bot';
  sessionId: string | null;
  joinedAt: Date;
}

/** The answer of match.state. */
export function toLobbyState(of: { lobby: Lobby; host: string; players: readonly StatePlayer[] }): LobbyState {
  const { lobby, host, players } = of;
  return {
    game_session_id: lobby.id,
    experience_id: lobby.experienceId,
    status: lobby.status,
    host_experience_agent_id: host,
    max_players: lobby.maxPlayers,
    players: players.map(({ experienceAgentId, role, sessionId, joinedAt }) => ({
      experience_agent_id: experienceAgentId,
      role,
      ...(sessionId === null ? {} : { session_id: sessionId }),
      joined_at: joinedAt.toISOString(),
    })),
    ...(lobby.status === 'completed' ? { outcomes: lobby.outcomes } : {}),
    ...(lobby.unrated ? { unrated: lobby.unrated } : {}),
  };
}
