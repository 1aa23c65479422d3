import { cache } from 'react';
import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { hasBoard } from '@/components/boards/registry';
import type { MatchEvent } from '@/components/match/wire';
import { loadMatchSnapshot, readMatchHistory } from '@/lib/domain/matches';

/** A match as everybody may see it, read once a request; null when there is none. */
export const findMatch = cache((matchId: string) => loadMatchSnapshot({ matchId, viewer: 'spectator' }));

/** What happened in a match, with only what a page draws: every event of a game repeats the whole game. */
export async function readHistory(matchId: string, gameId: string): Promise<MatchEvent[]> {
  const events = await readMatchHistory({ matchId });
  return events.map(({ id, type, at, data: { view, text, ...data } }) => ({
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
}
