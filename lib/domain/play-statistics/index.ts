// The public face of play statistics: how an experience was played, for its publisher.

export { type RecentPlay, readRecentPlay, type Yardstick } from './encounters';
export { type PlayStatistics, playStatisticsSchema, readPlayStatistics } from './play-statistics.service';
