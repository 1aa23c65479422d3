/** The public face of leagues: other modules import only from here. */
export { buildCrossTable, type CrossTable } from './cross-table';
export {
  computeLeagueStandings,
  countLeagueRounds,
  LEAGUE_FORMATS,
  type LeagueFormat,
  type LeaguePlan,
  planLeagueRound,
} from './formats';
export { type Bracket, buildBracket } from './knockout';
export type { FixtureOutcome, StandingsRow, TieBreak } from './standings';
