import { env } from '@/lib/core/env';
import type { AnyGame } from '@/lib/core/game';
import type { MatchKind } from './matches.schema';

/** The longest delay that a match can have, in seconds; the database checks it. */
const MAX_DELAY_S = 3_600;

/**
 * How many seconds spectators who see everything are behind while a match runs: what was asked for, and in a match that
 * counts, rated or of a league, with hidden information at least RATED_OMNISCIENT_DELAY_S and the longest phase, so that the phase in which something
 * happened is over when it is shown. Decision: docs/decisions/0010-who-reads-hidden-information.md.
 */
export function omniscientDelayS(args: {
  game: AnyGame;
  options: unknown;
  kind: MatchKind;
  rated: boolean;
  /** Seconds for each move; null without. */
  moveTimeS: number | null;
  /** Seconds that the lobby's config asks for. */
  asked?: number | undefined;
}): number {
  const { game, options, kind, rated, moveTimeS, asked = 0 } = args;
  if (!(rated || kind === 'league') || game.information !== 'hidden') return asked;
  const phaseS = Math.ceil((game.longestPhaseMs?.(options) ?? 0) / 1000);
  const least = Math.max(env().RATED_OMNISCIENT_DELAY_S, phaseS, moveTimeS ?? 0);
  return Math.max(asked, Math.min(least, MAX_DELAY_S));
}
