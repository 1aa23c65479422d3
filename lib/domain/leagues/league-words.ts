import type { Queryable } from '@/lib/data/database';
import { lockLeagueWords, setLeagueWords } from './leagues.repo';

/** What the organizer of a league calls it and says about it. */
interface LeagueWords {
  name: string;
  description: string | null;
}

/**
 * Puts other words in place of those of a league, on every page and in every answer: the words stand nowhere else. Two statements.
 * @param of.onlyFrom the name that it must have; absent: any
 * @returns the words before; null without a league of this id, or with another name than `onlyFrom`
 */
export async function replaceLeagueWords(
  client: Queryable,
  of: { leagueId: string; words: LeagueWords; onlyFrom?: string },
): Promise<LeagueWords | null> {
  const before = await lockLeagueWords(client, of.leagueId);
  if (!before || (of.onlyFrom !== undefined && before.name !== of.onlyFrom)) return null;
  await setLeagueWords(client, of.leagueId, of.words);
  return before;
}
