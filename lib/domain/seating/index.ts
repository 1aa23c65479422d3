export { closeMatchSeating, type EndedMatch } from './closing';
export { type Departure, departActiveLobby, departLobby } from './departure';
export { agentBusy, type CurrentPlay, currentEngagement, disengage, engage, findCurrentPlay } from './engagements';
export { countPlayers } from './engagements.repo';
export { closeFailedSession } from './failed-session';
export {
  findLobby,
  findMemberRole,
  findMembers,
  insertLobby,
  isKnownUpstream,
  lockLobby,
  markEnded,
  markKnownUpstream,
  markLeft,
  markRematch,
  postponeFill,
  upsertMember,
} from './lobbies.repo';
export { type CallOutcome, claimLobbyCall, endKey, isBeingEnded } from './lobby-claims';
export {
  lobbyError,
  lobbyNotFound,
  requireEnoughPlayers,
  requireHost,
  requireLobby,
  requireStatus,
} from './lobby-errors';
export { announceLobbies } from './lobby-news';
export * as matchSql from './match-sql.repo';
export { type OpenedSession, openOrFindSession } from './open-session';
export { type PublicIdentity, type PublicPlayer, publicPlayer } from './public-player';
export { type QueuedPlayer, queueOf, registerQueue, seatFromQueue } from './queues';
export * from './seating.schema';
export { type CachedSession, cacheSession, evictSession, runExclusive } from './session-cache';
export {
  explainUnstoredStep,
  isSessionActive,
  requireActive,
  requireOwnSession,
  requireStoredSession,
  sessionNotActive,
} from './session-errors';
export {
  bindSessionToLobby,
  completeLobbySessions,
  completeSession,
  findLobbySessions,
  findOpenFaults,
  findSession,
  noteFailedEnd,
  replaceEndReason,
  storeFault,
  storeMemoryResult,
  storeTurn,
  touchSession,
  unbindSessions,
} from './sessions.repo';
export { lockWaitingLobby, PlayerInSoloGame, type SeatedPlayers, seatPlayers } from './start';
export { recordStep } from './step-queue';
export {
  type AnsweredStep,
  findLastResponse,
  findStepByKey,
  type KeyScope,
  type StoredStep,
  storeOpening,
} from './steps.repo';
