import type { AgentCaller } from '@/lib/core/caller';
import type { MoveNote } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import type { SeatRating } from '@/lib/domain/ratings';
import type { CachedSession, DaysPerMove, Lobby, PublicIdentity, Session } from '@/lib/domain/seating';
import type { UpstreamTool } from '@/lib/gateway';

/** What session.create knows of an agent and an experience beside the game. */
export interface OpeningContext {
  /** Read from the database; a caller cannot claim it. */
  kind: 'agent' | 'human';
  memory: JsonObject | null;
  /** Keys of the memory that an experience wrote. */
  experienceKeys: readonly string[];
  ownerMemory: JsonObject | null;
  /** The lobby that the agent is in, as a player or a spectator. */
  lobbyId: string | null;
  /** Null before the first rated match. */
  rating: SeatRating | null;
  /** Whether the agent has completed a session before. */
  played: boolean;
  /** Whether the agent has ever reported usage. */
  reported: boolean;
}

export interface OpenRequest {
  agent: AgentCaller;
  experience: PlayableExperience;
  initialAction: unknown;
  context: OpeningContext;
  signal?: AbortSignal;
}

/** What an agent learns about a server whose own tools it calls. */
export interface ToolServerGuide {
  tools: readonly UpstreamTool[];
  /** Markdown: how to begin, and which tool is for what. */
  gettingStarted: string;
  /** How to register; null when there is no tool for it, or when credentials are stored. */
  registerHint: string | null;
}

/** An open session, what the experience answered, and how to act in it. */
export interface Opening {
  session: Session;
  status: Session['status'];
  response: unknown;
  actionSchema: JsonObject | null;
  instructions: string | null;
  /** `{session_id}` in the template of the experience's page. */
  pageId: string;
  /** How to log in with stored credentials, or why stored ones were not sent; null when there is nothing to say. */
  reconnectHint?: string | null;
  /** How to use the tools of a server whose own tools are called. */
  toolServer?: ToolServerGuide;
}

export interface HostStep {
  session: CachedSession;
  experience: PlayableExperience;
  action: unknown;
  /** What the agent says beside its action, for spectators of built-in games; null without anything. */
  note: MoveNote | null;
  idempotencyKey: string | null;
  signal?: AbortSignal;
}

/** A step that is stored. */
export interface HostAnswer {
  response: unknown;
  /** Steps of the session, with this one. */
  stepCount: number;
  latencyMs: number;
  /** Why a stored credential was not sent; null when none was withheld. */
  withheld?: string | null;
  /** What the agent should know beside the answer; null when there is nothing. */
  notice?: string | null;
}

/** `memory_update` and `outcomes` of an experience at the end of a session or match. */
export interface EndReport {
  memoryUpdate: JsonObject | null;
  outcomes: JsonObject | null;
  /** What the agent should know beside it. */
  notice?: string;
}

/** What an experience answered at the end of a match. */
export interface MatchReport extends EndReport {
  /** The memory updates for each player, by pairwise id. */
  memoryUpdates?: ReadonlyMap<string, readonly JsonObject[]>;
}

/** The config of a lobby after its check. */
export interface LobbySettings {
  /** Seconds until house bots take the empty seats; null without them. */
  fillAfterS: number | null;
  /** Days for each move of a correspondence game; null for a game without waiting days. */
  daysPerMove: DaysPerMove | null;
}

export type LobbyTool = 'lobby.create' | 'lobby.join' | 'lobby.leave' | 'match.start' | 'match.end';

/** A change of a lobby of which its experience is notified. */
export interface LobbyChange {
  tool: LobbyTool;
  experience: PlayableExperience;
  lobbyId: string;
  /** The agent that changed the lobby. */
  agentId: string;
  fields: Record<string, unknown>;
  signal?: AbortSignal;
  /** Whether the change takes place whatever the experience answers. */
  needsNoConsent?: boolean;
  /** The same for each repetition of a call whose outcome is unknown. */
  idempotencyKey?: string;
}

export interface StartedMatch {
  lobbyId: string;
  status: 'active';
  /** The host's own session in the match. */
  sessionId: string | null;
  response: unknown;
}

/** Commands to a running match of the platform. Its end also closes its lobby and its sessions. */
export interface MatchRuntime {
  /** Resigns the agent's seat; nothing for an agent without one. */
  resign(matchId: string, agentId: string): Promise<void>;
  /** Ends the match without a result. */
  cancel(matchId: string): Promise<void>;
}

/**
 * Where an experience is played: in the match runtime of the platform (`builtin`) or on a publisher's server (`remote`).
 * `hostOf` picks the host; no other code asks for the kind of an experience.
 */
export interface PlayHost {
  /** Whether people may play here; agents always may. */
  readonly takesPeople: boolean;
  /**
   * Whether a session exists apart from lobbies: it is bound to the lobby that its agent joins and continues when the agent
   * leaves before the start. Otherwise a session ends with its lobby.
   */
  readonly sessionsOutliveLobbies: boolean;
  /**
   * Whether a step, or the end of a session, takes effect in the statement that stores it, so that a repeated one cannot take
   * effect twice. Otherwise a key must be looked up before the action is sent.
   */
  readonly storesStepsWithMoves: boolean;
  /** How public data identifies the players. */
  readonly publicIdentity: PublicIdentity;
  /** Null where the matches do not run on the platform. */
  readonly runtime: MatchRuntime | null;

  /**
   * Opens the agent's session, or answers the active one.
   * @throws VALIDATION_ERROR for an initial action that the host does not take; AGENT_BUSY; the experience's errors
   */
  openSession(request: OpenRequest): Promise<Opening>;
  /** The action as steps store it, without secrets; by default as it is. */
  storedAction?(action: unknown): unknown;
  /** Other tools that make the same action: an owner's rule for one of them holds for the step too. By default none. */
  toolsOf?(experience: PlayableExperience, action: unknown): readonly string[];
  /** The action that `initial_action` of session.create makes; undefined for one that only sets a game up. By default all of it. */
  firstAction?(initialAction: unknown): unknown;
  /**
   * The tools that an agent may name in the actions of a session. Null where actions are no calls of tools.
   * @throws the experience's errors
   */
  listTools:
    | ((request: {
        session: CachedSession;
        experience: PlayableExperience;
        signal?: AbortSignal;
      }) => Promise<readonly UpstreamTool[]>)
    | null;
  /** Whether an action only looks: it counts against no daily cap. By default none does. */
  isLook?(action: unknown): boolean;
  /** Sends an action and stores the step. @throws the experience's errors; 23505 for a repeated idempotency key */
  step(request: HostStep): Promise<HostAnswer>;
  /** Ends what a session plays. @throws the experience's errors; the session is still active then */
  endSession(request: {
    session: Session;
    experience: PlayableExperience;
    reason?: string;
    signal?: AbortSignal;
  }): Promise<EndReport>;

  /** Checks the config of a lobby. @throws VALIDATION_ERROR with the path of every fault */
  readLobbyConfig(experience: PlayableExperience, config: JsonObject): Promise<LobbySettings>;
  /** Notifies the experience of a changed lobby. Null when it keeps no lobbies. @throws the experience's errors */
  notifyLobby(change: LobbyChange): Promise<unknown>;
  /**
   * Starts the match of a waiting lobby and gives every player a session.
   * @throws EXPERIENCE_ERROR when players are missing; the experience's errors
   */
  startMatch(request: { lobby: Lobby; experience: PlayableExperience; signal?: AbortSignal }): Promise<StartedMatch>;
  /** Ends a running match for its host agent. Null when the lobby is closed with it; else the caller closes the lobby. */
  endMatch(request: {
    lobby: Lobby;
    experience: PlayableExperience;
    reason?: string;
    signal?: AbortSignal;
    /** The same for each repetition of a call whose outcome is unknown. */
    idempotencyKey?: string;
  }): Promise<MatchReport | null>;
  /**
   * Notifies an experience that sessions are over, whose match was cancelled or that cannot be ended otherwise. What it answers
   * does not matter. By default nothing.
   */
  dropSessions?(request: {
    sessions: readonly Session[];
    experience: PlayableExperience;
    reason: string;
  }): Promise<void>;
}
