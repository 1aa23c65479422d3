import { now } from '@/lib/core/clock';
import { CORRESPONDENCE_MS, orderLive, STAKES, WAITS_AFTER_MS } from '@/lib/core/live-order';
import { matchStream } from '@/lib/core/stream';
import { readEventsById } from '@/lib/events';
import { type ArchiveFilters, findArchived, findBestIds } from './archive.repo';
import { findLive, findRecent, findRecentOfAgent, findRecentOfExperience } from './match-lists.repo';
import { findMatches } from './matches.repo';
import type { MatchRow } from './matches.schema';
import { publicLine } from './public-line';
import { readRivalries } from './rivalries';
import { type LiveMatch, toSnapshot } from './views';

/** Matches as spectators see them. One query where two house bots play each other, else none. */
async function listed(matches: readonly MatchRow[]): Promise<LiveMatch[]> {
  const rivalries = await readRivalries(matches);
  return matches.flatMap((match) => {
    const snapshot = toSnapshot(match, 'spectator');
    return snapshot ? [{ ...snapshot, rivalry: rivalries.get(match.id) ?? null }] : [];
  });
}

/** A page of the archive: finished matches, the newest first. At most three queries. */
export async function listArchive(
  filters: ArchiveFilters,
  page: { before: string | null; limit: number },
): Promise<{ matches: LiveMatch[]; next: string | null }> {
  const { ids, next } = await findArchived(filters, page);
  return { matches: await readListed(ids), next };
}

const DAY_MS = 24 * 60 * 60_000;
/** Days to look back for the best matches; the longer time only if the shorter one has none. */
const BEST_OF_DAYS = [1, 7] as const;

/**
 * The best matches of the last day, or of the last week if none began in the last day, the best first; of one game with `gameId`.
 * Two queries, three for the week.
 */
export async function listBestMatches(args: { limit: number; gameId: string | null }): Promise<LiveMatch[]> {
  for (const days of BEST_OF_DAYS) {
    const since = new Date(now().getTime() - days * DAY_MS);
    const ids = await findBestIds({ ...args, since, stakes: STAKES });
    if (ids.length > 0) return readListed(ids);
  }
  return [];
}

/** Matches as spectators see them, in the order of their ids. At most two queries; none without an id. */
export async function readListed(ids: readonly string[]): Promise<LiveMatch[]> {
  const found = ids.length === 0 ? [] : await findMatches(ids);
  const byId = new Map(found.map((match) => [match.id, match]));
  return listed(ids.flatMap((id) => byId.get(id) ?? []));
}

/** Candidates beyond the limit, so that there is a variety of games to choose from. */
const MORE_CANDIDATES = 24;

/** Active matches in the order of `orderLive`, with what the platform says about their last moves. At most three queries. */
export async function listLiveMatches({ limit }: { limit: number }): Promise<LiveMatch[]> {
  const at = now();
  const found = await findLive({
    limit: limit + MORE_CANDIDATES,
    stakes: STAKES,
    correspondenceMs: CORRESPONDENCE_MS,
    waitsBefore: new Date(at.getTime() - WAITS_AFTER_MS),
  });
  const movedByClock = new Set(found.flatMap(({ match, movedByClock: by }) => (by ? [match.id] : [])));
  const matches = found.map(({ match }) => match);
  const [snapshots, lines] = await Promise.all([listed(matches), readCommentary(matches)]);
  const live = snapshots.map((snapshot) => ({
    ...snapshot,
    commentary: lines.get(snapshot.match_id) ?? null,
    moved_at: movedByClock.has(snapshot.match_id) ? null : snapshot.moved_at,
  }));
  return orderLive(live, at.getTime()).slice(0, limit);
}

/** What is said about the last public event of each match, or in it, by the id of the match. One query; none without a match. */
async function readCommentary(matches: readonly MatchRow[]): Promise<ReadonlyMap<string, string>> {
  const last = matches.flatMap(({ id, head }) =>
    head.lastIds.public ? [{ matchId: id, id: head.lastIds.public }] : [],
  );
  if (last.length === 0) return new Map();
  const events = await readEventsById(last.map(({ matchId, id }) => ({ stream: matchStream(matchId), id })));
  const lineOf = new Map(events.map((event) => [event.id, publicLine(event)]));
  return new Map(
    last.flatMap(({ matchId, id }) => {
      const line = lineOf.get(id);
      return line ? [[matchId, line] as const] : [];
    }),
  );
}

/** Finished matches, newest first; of one experience or one agent with the arguments. At most two queries. */
export async function listRecentMatches(args: {
  limit: number;
  experienceId?: string;
  agentId?: string;
}): Promise<LiveMatch[]> {
  const { limit, experienceId, agentId } = args;
  if (agentId !== undefined) return listed(await findRecentOfAgent(agentId, limit));
  return listed(
    experienceId === undefined ? await findRecent(limit) : await findRecentOfExperience(experienceId, limit),
  );
}
