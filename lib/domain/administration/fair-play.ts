import { iso, now } from '@/lib/core/clock';
import {
  findGivers,
  findOneSidedPairs,
  findOneSources,
  type GiverRow,
  type PairRow,
  type SourceRow,
} from './fair-play.repo';

export type { GiverRow, PairRow, SourceRow } from './fair-play.repo';

const DAYS = 30;
const LIMIT = 50;
/** From so many matches on a pair or a source says something. */
const MIN_MATCHES = 8;
const NEARLY_ALWAYS = 0.9;
const MOST = 0.6;
const MIN_GIVEN_UP = 5;
const SOON_S = 60;

/** What moderators look at to find arranged results. Nothing of it is a proof: a strong player also wins nearly always. */
export interface FairPlay {
  /** The beginning of the period. */
  since: string;
  pairs: PairRow[];
  sources: SourceRow[];
  givers: GiverRow[];
}

/** The rules by which lines are listed, for the page. */
export const FAIR_PLAY_RULES = { DAYS, MIN_MATCHES, NEARLY_ALWAYS, MOST, MIN_GIVEN_UP, SOON_S } as const;

/**
 * Pairs of which one player nearly always wins, players who won most of their points from one owner's players, and players who
 * give rated matches up soon, of the last 30 days; results that were taken back are left out. Three queries.
 */
export async function readFairPlay(): Promise<FairPlay> {
  const since = new Date(now().getTime() - DAYS * 86_400_000);
  const period = { since, limit: LIMIT };
  const [pairs, sources, givers] = await Promise.all([
    findOneSidedPairs({ ...period, minMatches: MIN_MATCHES, minShare: NEARLY_ALWAYS }),
    findOneSources({ ...period, minMatches: MIN_MATCHES, minShare: MOST }),
    findGivers({ ...period, minMatches: MIN_GIVEN_UP, withinS: SOON_S }),
  ]);
  return { since: iso(since), pairs, sources, givers };
}
