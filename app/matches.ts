import { cache } from 'react';
import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { hasBoard } from '@/components/boards/registry';
import type { MatchEvent } from '@/components/match/types';
import { loadMatchSnapshot, readMatchHistory } from '@/lib/domain/matches';

/** The public snapshot of a match, read once per request; null if it does not exist. */
export const findMatch = cache((matchId: string) => loadMatchSnapshot({ matchId, viewer: 'spectator' }));

/** The events of a match, without the fields that pages do not draw. */
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
