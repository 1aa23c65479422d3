/** The public face of leagues: other modules import only from here. */

export { advanceLeftoverLeagues } from './advance-league';
export { type BracketNights, nextNightDue, readBracketNights, readNightStart, runBracketNights } from './bracket-night';
export { type Correction, correctionSchema, ORGANIZER_ACTIONS, readCorrections } from './corrections';
export { createLeague, ensureDefaultLeague } from './create-league';
export { buildCrossTable, type CrossTableResult } from './cross-table';
export type { FixturePlace } from './fixtures.repo';
export { LEAGUE_FORMATS, type LeagueFormat } from './formats';
export { readHealth } from './health';
export { HEALTH_STATUSES, type HealthRecord, type HealthStatus, healthSchema } from './health.schema';
export { buildBracket } from './knockout';
export { announceLeagues } from './league-news';
export { replaceLeagueWords } from './league-words';
export {
  DEFAULT_LEAGUE_ID,
  type FixtureRecord,
  isForfeit,
  LEAGUE_STATUSES,
  type LeagueDetails,
  type LeagueStatus,
  type LeagueSummary,
  MAX_HOUSE_BOTS,
  MAX_PLAYERS,
  MIN_PLAYERS,
  type StandingRecord,
} from './leagues.schema';
export { makeMove, takeMoveResponse } from './moves';
export { organizeLeague } from './organize';
export { nextMoveInLeague, nextMoveOf, type OwnState, readOwnRegistrations, readOwnStates } from './own-states';
export { leagueStartDue, nextLeagueStart, startDueLeagues } from './planned-starts';
export {
  ForeignMessage,
  MESSAGE_METHOD,
  ProtocolFault,
  readMoveResponse,
  readRegisterRequest,
  registerResponse,
  typeOfMessage,
  UnknownMessageType,
} from './protocol.schema';
export { readGameState, validateMove } from './read-game';
export {
  findFixturePlace,
  getLeague,
  leagueExists,
  listLeagues,
  readAgentsOfMatch,
  readStandings,
} from './read-leagues';
export { recomputeStandings } from './recompute';
export { nextFixtureDue, refereeDueFixtures, refereeIdle } from './referee';
export { fixtureDue, transcriptDue } from './referee-signal';
export { chooseLeague, registerPlayer } from './register-player';
export { canRehearse, rehearse } from './rehearse';
export { scheduleMatch, startGame } from './schedule-match';
export type { FixtureOutcome, TieBreak } from './standings';
export { isOrganizedByAll, startLeague } from './start-league';
export { addHouseBots, takePart } from './take-part';
export { publicSigningKeys, readTranscript, readTranscripts, type SignedTranscript } from './transcripts';
export { resignInLeague, withdrawPlayer } from './withdraw';
export { nextTranscriptDue, writeDueTranscripts } from './write-transcripts';

import './store-result';
