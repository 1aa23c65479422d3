// The public face of play statistics: how an experience was played, for its publisher.
export { type PlayStatistics, playStatisticsSchema, readPlayStatistics } from './play-statistics.service';
