export { type OverallRanking, readOverallRanking } from './overall';
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
