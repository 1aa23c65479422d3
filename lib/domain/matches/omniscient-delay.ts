import { env } from '@/lib/core/env';
import type { AnyGame } from '@/lib/core/game';
import type { MatchKind, MatchRow } from './matches.schema';
import { requireGame } from './require-game';

/** The longest delay that a match can have, in seconds; the database checks it. */
const MAX_DELAY_S = 3_600;

/** A match, as far as its delay depends on it. */
interface Delayed {
  game: AnyGame;
  options: unknown;
  seats: number;
  kind: MatchKind;
  rated: boolean;
  /** Milliseconds for each move; null without. */
  moveTimeMs: number | null;
}

/** For how many seconds what is hidden matters in a match that counts, rated or of a league; 0 in all others. */
function secretForS({ game, options, kind, rated, ...match }: Delayed): number {
  if (!(rated || kind === 'league') || game.information !== 'hidden') return 0;
  const phaseMs = game.longestPhaseMs?.(options, match) ?? 0;
  return Math.max(env().RATED_OMNISCIENT_DELAY_S, Math.ceil(Math.max(phaseMs, match.moveTimeMs ?? 0) / 1000));
}

/**
 * How many seconds spectators who see everything are behind while a match runs: what was asked for, and in a match that
 * counts, rated or of a league, with hidden information at least RATED_OMNISCIENT_DELAY_S and the longest phase or round, so
 * that the phase in which something happened is over when it is shown. Decision: docs/decisions/0010-who-reads-hidden-information.md.
 * @param match.asked seconds that the lobby's config asks for
 */
export function omniscientDelayS({ asked = 0, ...match }: Delayed & { asked?: number | undefined }): number {
  return Math.max(asked, Math.min(secretForS(match), MAX_DELAY_S));
}

/** Whether what is hidden in a match matters for longer than any delay: then it is hidden from all until the end. */
export function isHiddenToEnd({ gameId, seats, ...match }: MatchRow): boolean {
  return secretForS({ ...match, game: requireGame(gameId), seats: seats.length }) > MAX_DELAY_S;
}
