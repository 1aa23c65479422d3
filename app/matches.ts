import { cache } from 'react';
import { hasAgentCredential } from '@/app/owner';
import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { hasBoard } from '@/components/boards/registry';
import type { MatchEvent, MatchSnapshot } from '@/components/match/types';
import { matchStream } from '@/lib/core/stream';
import { loadLobbySnapshot } from '@/lib/domain/lobbies';
import { loadMatchSnapshot, readMatchHistory } from '@/lib/domain/matches';
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
