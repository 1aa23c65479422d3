import { cache } from 'react';
import { hasAgentCredential } from '@/app/owner';
import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { hasBoard } from '@/components/boards/registry';
import type { BoardLink } from '@/components/match/board-links';
import { matchup, outcomeSentence } from '@/components/match/sentences';
import type { MatchEvent, MatchSnapshot } from '@/components/match/types';
import { iso } from '@/lib/core/clock';
import { matchStream } from '@/lib/core/stream';
import { loadLobbySnapshot } from '@/lib/domain/lobbies';
import {
  findArchivedHistory,
  type LiveMatch,
  listArchive,
  loadMatchSnapshot,
  readMatchHistory,
} from '@/lib/domain/matches';
import type { Person } from '@/lib/domain/people';
import { viewOfSpectator } from '@/lib/domain/streams';

/** The public snapshot of a match, read once per request; null if it does not exist. */
export const findMatch = cache((matchId: string) => loadMatchSnapshot({ matchId, viewer: 'spectator' }));

/** A match or, before it begins, its lobby; null if neither exists. Read once per request. */
export const findMatchOrLobby = cache(async (id: string) => {
  const match = await findMatch(id);
  if (match) return { match };
  const lobby = await loadLobbySnapshot(id);
  if (!lobby) return null;
  // The match can begin between the two reads; then the lobby would wait for an event that is already over.
  const began = lobby.status === 'waiting' ? null : await loadMatchSnapshot({ matchId: id, viewer: 'spectator' });
  return began ? { match: began } : { lobby };
});

/** A match for one person: what pages draw of its events, and whether the person takes no part in it. */
interface History {
  events: MatchEvent[];
  /** false, as long as the match runs, for agents, for those who play, for owners of an agent that plays, and if the game hides something. */
  isWatcher: boolean;
}

/** The events of a match that this person may see now, without the fields that pages do not draw. */
export async function readHistory(match: MatchSnapshot, person: Person | null): Promise<History> {
  const { match_id: matchId, game_type: gameId } = match;
  const isAgent = match.status === 'active' && (await hasAgentCredential());
  const isWatcher = !isAgent && (await viewOfSpectator(matchStream(matchId), async () => person)) === 'spectator';
  const audiences = isWatcher ? (['public', 'spectators'] as const) : (['public'] as const);
  const events = await readMatchHistory({ matchId, audiences });
  const drawn = events.map(({ id, type, at, data: { view, text, ...data } }) => ({
    id,
    type,
    at: at.toISOString(),
    data: {
      ...data,
      ...(typeof view === 'object' && view !== null
        ? { view: pickDrawnFields(gameId, view as Record<string, unknown>) }
        : {}),
      ...(hasBoard(gameId) ? {} : { text }),
    },
  }));
  return { events: drawn, isWatcher };
}

/** What the page of a match shows in place of its moves. */
interface ArchivedMoves {
  /** ISO 8601; null while they are being moved. */
  archivedAt: string | null;
  recent: BoardLink[];
}

/**
 * When the events of a match whose first one is not here left to the archive of the site, and matches of the same game that are here. Null
 * for a running match, and where nothing has left. One query; two more for an archived match.
 */
export async function findArchivedMoves(
  match: LiveMatch,
  events: readonly Pick<MatchEvent, 'type'>[],
): Promise<ArchivedMoves | null> {
  if (events.some(({ type }) => type === 'match_started')) return null;
  const archived = await findArchivedHistory({ id: match.match_id, status: match.status });
  if (!archived) return null;
  const { matches } = await listArchive({ gameId: match.game_type }, { before: null, limit: SHOWN_INSTEAD + 1 });
  const newer = matches.filter(({ match_id }) => match_id > match.match_id).slice(0, SHOWN_INSTEAD);
  return { archivedAt: archived.archivedAt && iso(archived.archivedAt), recent: newer.map(toBoardLink) };
}

/** Matches that are offered in place of one whose moves left. */
const SHOWN_INSTEAD = 3;

const toBoardLink = (match: LiveMatch): BoardLink => ({
  href: `/matches/${match.match_id}`,
  picture: `/matches/${match.match_id}/board.svg`,
  title: matchup(match.players),
  about: outcomeSentence(match),
});
