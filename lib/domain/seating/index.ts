export { closeLobbySeating, closeMatchSeating, findUnratedReason } from './closing';
export { compactStep, withEventIds } from './compact-step';
export {
  findCorrespondenceGames,
  MAX_CORRESPONDENCE_GAMES,
  noteReminders,
  noteTurns,
  seatInCorrespondence,
} from './correspondence';
export { type Departure, departActiveLobby, leaveLobbySeat, leaveRunningMatch } from './departure';
export {
  agentBusy,
  type CurrentPlay,
  countPlayers,
  currentEngagement,
  disengage,
  engage,
  findCurrentPlay,
} from './engagements';
export {
  admitMember,
  announceLobbies,
  hasAnsweredUpstream,
  type LobbyWithMembers,
  lobbyError,
  lobbyNotFound,
  lockLobby,
  makeRematch,
  noteUpstreamAnswer,
  openLobby,
  postponeFill,
  readLobbySessions,
  readLobbyWithMembers,
  requireEnoughPlayers,
  requireHost,
  requireLobby,
  requireStatus,
} from './lobbies';
export { type CallOutcome, claimLobbyCall, endKey, isBeingEnded } from './lobby-claims';
export * as matchSql from './match.sql';
export { openOrFindSession } from './open-session';
export { type PublicIdentity, type PublicPlayer, publicPlayer } from './public-player';
export { queueOf, registerQueue, seatFromQueue } from './queues';
export { restoreSteps, toAnsweredEvent } from './restore-steps';
export * from './seating.schema';
export { type CachedSession, cacheSession, evictSession, runExclusive } from './session-cache';
export {
  closeFailedSession,
  completeByAgent,
  explainIfOver,
  explainUnstoredStep,
  isSessionActive,
  noteFailedEnd,
  noteFault,
  noteMemoryUpdate,
  notePageState,
  prepareSessions,
  publishTurn,
  readActiveSession,
  requireActive,
  requireOwnSession,
  requireStoredSession,
  sessionNotActive,
  touchSession,
} from './sessions.service';
export { lockWaitingLobby, PlayerInSoloGame, type SeatedPlayers, seatPlayers } from './start';
export { findStepByKey, type KeyScope, readLastAnswer, recordStep, replaceSaidInSteps, storeOpening } from './steps';

export { isFaultCode, type Unrated, unratedByOutage } from './unrated';
