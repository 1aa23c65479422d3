/** The public face of the match runtime: other modules import only from here. */
export { actInMatch, playBotTurns } from './act-in-match';
export { postponeDeadline } from './after-commit';
export type { ArchiveFilters } from './archive.repo';
export { type BotTableLine, readBotTable } from './bot-table';
export { appendToMatch } from './close-match';
export { closeLeftoverMatches, fireDueMatches, nextMatchDue } from './due-matches';
export { matchDue } from './due-signal';
export { startMissingExhibitions } from './exhibitions';
export {
  findBotRecord,
  prepareCommits,
  prepareMatches,
  readMatches,
  readMatchSince,
  readMove,
} from './match-cache';
export { type MatchEnd, onMatchEnd, onMatchEnds } from './match-ends';
export { findArchivedHistory, readMatchHistories, readMatchHistory, requireHistory } from './match-history';
export { listArchive, listBestMatches, listLiveMatches, listRecentMatches } from './match-lists';
export {
  type ActionEvent,
  type BuiltinResponse,
  clockSchema,
  drawSchema,
  type MatchKind,
  type MatchRow,
  type MatchSnapshot,
  type SeatInput,
  type SeatRow,
  type SnapshotPlayer,
  type WireClock,
} from './matches.schema';
export { findLimitedUntil } from './move-limits';
export {
  type LastWords,
  listLiveMatchesOf,
  listRecentMatchesOfBot,
  readBestWin,
  readLastWords,
} from './of-player';
export { isHiddenToEnd } from './omniscient-delay';
export { seatOf, sessionOutcome } from './outcomes';
export { publicLine } from './public-line';
export { type RecordedMatch, readRecordedMatches } from './recorded';
export { replaceSaidText } from './replaced-words';
export { requireGame } from './require-game';
export { readMeetings } from './rivalries';
export { publishStart, publishStarted, type StartMatch, startMatch, startMatches, startSolo } from './start-match';
export { abortMatch, extendDeadline, resignMatch } from './stop-match';
export {
  cursorAudiences,
  findSeatInMatch,
  isAwaited,
  isDecidedView,
  type LiveMatch,
  loadMatchSnapshot,
  matchResponse,
  omniscientDelayMs,
  readMatch,
  responseFor,
  seatAudiences,
} from './views';
