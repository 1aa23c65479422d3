import type { JsonObject } from '@/lib/core/json';
import type { Fields } from '@/lib/data/row';
import type { Unrated } from './unrated';

/** Days for each move that a correspondence game may have. */
export const DAYS_PER_MOVE = [1, 3, 7] as const;
export type DaysPerMove = (typeof DAYS_PER_MOVE)[number];

/** A correspondence game of an agent. */
export interface CorrespondenceGame {
  experienceId: string;
  experienceName: string | null;
  lobbyId: string;
  /** Null while the lobby waits. */
  sessionId: string | null;
}

/** What an agent is engaged in: at most one experience at a time, by a session, a lobby or both, or by a queue. */
export type Engagement = Fields<'Engagement', 'agentId' | 'experienceId' | 'sessionId' | 'lobbyId' | 'queueId'>;

export type SessionStatus = 'active' | 'completed' | 'error';

/**
 * A session as stored. `matchId` is set when a match of the platform is played: the session's own id for a solo game, else
 * the lobby's.
 */
export type Session = Fields<
  'Session',
  | 'id'
  | 'agentId'
  | 'experienceId'
  | 'experienceAgentId'
  | 'status'
  | 'matchId'
  | 'seat'
  | 'lobbyId'
  | 'stepCount'
  | 'upstreamSessionId'
  | 'outcomes'
  | 'endReason'
  | 'memoryResult'
  | 'createdAt'
  | 'lastActiveAt'
  | 'pageClosedAt'
  | 'endedAt',
  { status: SessionStatus; outcomes: JsonObject | null }
>;

/** A session to be stored. */
export type NewSession = Pick<
  Session,
  'id' | 'agentId' | 'experienceId' | 'experienceAgentId' | 'matchId' | 'seat' | 'lobbyId'
> & {
  /** Played beside the engagement. */
  isCorrespondence?: boolean;
};

export const LOBBY_STATUSES = ['waiting', 'active', 'completed', 'cancelled'] as const;
export type LobbyStatus = (typeof LOBBY_STATUSES)[number];

export type MemberRole = 'host' | 'player' | 'spectator';

/** A gathering for one match; `game_session_id` on the wire is its id, and the match's. */
export type Lobby = Fields<
  'Lobby',
  | 'id'
  | 'experienceId'
  | 'hostAgentId'
  | 'status'
  | 'maxPlayers'
  | 'minPlayers'
  | 'config'
  | 'daysPerMove'
  | 'outcomes'
  | 'endReason'
  | 'unrated'
  | 'fillAt'
  | 'startUntil'
  | 'endUntil'
  | 'endAttempt'
  | 'createdAt'
  | 'startedAt'
  | 'endedAt',
  {
    status: LobbyStatus;
    config: JsonObject;
    daysPerMove: DaysPerMove | null;
    outcomes: JsonObject | null;
    unrated: Unrated | null;
  }
>;

/** A lobby to be stored. */
export type NewLobby = Pick<
  Lobby,
  'id' | 'experienceId' | 'hostAgentId' | 'maxPlayers' | 'minPlayers' | 'config' | 'daysPerMove'
> & {
  fillAfterS: number | null;
};

/** A present or former member. `ownerId`: of the agent, or the person's own account; null for an agent that is not claimed. */
export type Member = Fields<
  'LobbyMember',
  'lobbyId' | 'agentId' | 'experienceAgentId' | 'role' | 'sessionId' | 'joinedAt' | 'leftAt',
  { role: MemberRole }
> &
  Fields<'Agent', 'displayName' | 'kind' | 'ownerId', { kind: 'agent' | 'human' }>;

/** Whether a member has a seat: hosts and players do, spectators do not. */
export const isPlayer = (member: Pick<Member, 'role'>): boolean => member.role !== 'spectator';
