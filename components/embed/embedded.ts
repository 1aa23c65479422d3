import type { MatchSnapshot } from '@/components/match/types';
import type { LiveMatch } from '@/lib/domain/matches';

/** What an embedded page shows, as the server writes it into the page. */
export type Embedded =
  | { kind: 'match'; snapshot: MatchSnapshot }
  /** A match without a board: it has not begun, or is played at an experience. */
  | { kind: 'lobby'; title: string; matchId: string }
  | { kind: 'tv'; live: readonly LiveMatch[]; game: { id: string; title: string } | null }
  | { kind: 'missing' };

/** The id of the element that contains it as JSON. */
export const EMBEDDED_ID = 'embedded';
