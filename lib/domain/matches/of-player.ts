import type { HouseBot } from '@/lib/core/house-bots';
import { matchStream } from '@/lib/core/stream';
import { INITIAL_ELO } from '@/lib/domain/ratings';
import { readNewestEvents } from '@/lib/events';
import { readListed } from './match-lists';
import { findBestWinId, findLiveIdsOf, findRecentIdsOfBot, type PlayerOfMatches } from './of-player.repo';
import type { LiveMatch } from './views';

/** Moves with words that are read of one match. */
const NEWEST_NOTES = 20;

/** The running matches of a player, the newest first. Two queries; one when there is none. */
export async function listLiveMatchesOf(player: PlayerOfMatches, limit: number): Promise<LiveMatch[]> {
  return readListed(await findLiveIdsOf(player, limit));
}

/** The last finished matches of a house bot, the newest first. Two queries. */
export async function listRecentMatchesOfBot(bot: HouseBot, limit: number): Promise<LiveMatch[]> {
  return readListed(await findRecentIdsOfBot(bot, limit));
}

/** The best rated win of an agent or a person; null without one. Two queries; one when there is none. */
export async function readBestWin(agentId: string): Promise<LiveMatch | null> {
  const [match] = await readListed(await findBestWinId(agentId, INITIAL_ELO));
  return match ?? null;
}

/** What an agent said beside a move. Its own words: data, shown as such. */
export interface LastWords {
  matchId: string;
  title: string;
  words: string;
  at: string;
}

/** What an agent said last in one of these finished matches, the newest first; null when it said nothing. One query a match. */
export async function readLastWords(agentId: string, matches: readonly LiveMatch[]): Promise<LastWords | null> {
  for (const { match_id: matchId, title, players } of matches) {
    const seat = players.find((player) => player.agent_id === agentId)?.seat;
    const notes = await readNewestEvents({
      stream: matchStream(matchId),
      audiences: ['spectators'],
      types: ['move_noted'],
      limit: NEWEST_NOTES,
    });
    const last = notes.findLast(({ data }) => data.seat === seat && typeof data.note === 'string' && data.note !== '');
    if (last) return { matchId, title, words: String(last.data.note), at: last.at.toISOString() };
  }
  return null;
}
