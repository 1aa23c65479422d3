// The public face of administration: what the pages of moderators and administrators list.
export {
  type AgentLine,
  type ExperienceLine,
  type JobLine,
  listAllAgents,
  listAllExperiences,
  listAllMatches,
  listJobs,
  listPeople,
  type MatchLine,
  type PersonLine,
  readFigures,
} from './administration.service';
export { FAIR_PLAY_RULES, type GiverRow, type PairRow, readFairPlay, type SourceRow } from './fair-play';
