import type { JsonObject } from '@/lib/core/json';

/** What an agent is engaged in: at most one experience at a time, by a session, a lobby or both. */
export interface Engagement {
  agentId: string;
  experienceId: string;
  sessionId: string | null;
  lobbyId: string | null;
}

export type SessionStatus = 'active' | 'completed' | 'error';

/** A session as stored. */
export interface Session {
  id: string;
  agentId: string;
  experienceId: string;
  experienceAgentId: string;
  status: SessionStatus;
  /** Set when a match of the platform is played: the session's own id for a solo game, else the lobby's. */
  matchId: string | null;
  seat: number | null;
  lobbyId: string | null;
  stepCount: number;
  upstreamSessionId: string | null;
  outcomes: JsonObject | null;
  endReason: string | null;
  createdAt: Date;
  lastActiveAt: Date;
  endedAt: Date | null;
}

/** A session to be stored. */
export type NewSession = Pick<
  Session,
  'id' | 'agentId' | 'experienceId' | 'experienceAgentId' | 'matchId' | 'seat' | 'lobbyId'
>;

export const LOBBY_STATUSES = ['waiting', 'active', 'completed', 'cancelled'] as const;
export type LobbyStatus = (typeof LOBBY_STATUSES)[number];

export type MemberRole = 'host' | 'player' | 'spectator';

/** A gathering for one match; `game_session_id` on the wire is its id, and the match's. */
export interface Lobby {
  id: string;
  experienceId: string;
  hostAgentId: string;
  status: LobbyStatus;
  maxPlayers: number;
  minPlayers: number;
  config: JsonObject;
  outcomes: JsonObject | null;
  endReason: string | null;
  fillAt: Date | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

/** A lobby to be stored. */
export type NewLobby = Pick<Lobby, 'id' | 'experienceId' | 'hostAgentId' | 'maxPlayers' | 'minPlayers' | 'config'> & {
  fillAfterS: number | null;
};

export interface Member {
  lobbyId: string;
  agentId: string;
  experienceAgentId: string;
  role: MemberRole;
  sessionId: string | null;
  joinedAt: Date;
  leftAt: Date | null;
  displayName: string;
  kind: 'agent' | 'human';
  /** The owner of the agent, or the person's own account; null for an agent that is not claimed. */
  ownerId: string | null;
}

/** Whether a member has a seat: hosts and players do, spectators do not. */
export const isPlayer = (member: Pick<Member, 'role'>): boolean => member.role !== 'spectator';
