import type { LeagueFixture, LeagueView } from '@/components/league/types';
import type { MatchSnapshot } from '@/components/match/types';
import type { TvProps } from '@/components/tv/use-tv';

/** The table of a league with its running and latest matches. */
export interface EmbeddedLeague {
  kind: 'league';
  league: LeagueView;
  latest: readonly LeagueFixture[];
  cursor: string;
}

/** What an embedded page shows, as the server writes it into the page. */
export type Embedded =
  | { kind: 'match'; snapshot: MatchSnapshot }
  /** A match without a board: it has not begun, or is played at an experience. */
  | { kind: 'lobby'; title: string; matchId: string }
  | ({ kind: 'tv' } & TvProps)
  | EmbeddedLeague
  | { kind: 'missing' };

/** The id of the element that contains it as JSON. */
export const EMBEDDED_ID = 'embedded';
