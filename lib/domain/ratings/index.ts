export { INITIAL_ELO } from './elo';
export { readOverallRanking } from './overall';
export { OPPONENT_OWNERS_TO_RANK, RESULTS_OF_A_PAIR_A_DAY } from './ranking';
export {
  isGuest,
  isRated,
  type PlayerResult,
  poolOf,
  type Ranking,
  type RatingChange,
  type RatingPool,
  rateMatch,
  readLeaderboard,
  readRatingHistories,
  readRatingsOfAgent,
  readRatingsWithHistory,
  type SeatRating,
  seatRating,
} from './ratings.service';
export { resultOfChangeSql } from './ratings.sql';
export { giveResultsBack, takeResultsBack } from './take-back';
