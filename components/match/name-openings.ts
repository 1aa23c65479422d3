import { findBoard } from '@/components/boards/registry';
import { createTimeline } from './timeline';
import type { MatchEvent, MatchSnapshot } from './types';
import type { KnownOpenings } from './use-opening';

/** The openings of a match so far; null for a game without openings. For the server, which has all names. */
export async function nameOpenings(
  snapshot: MatchSnapshot,
  events: readonly MatchEvent[],
): Promise<KnownOpenings | null> {
  const { openings } = findBoard(snapshot.game_type) ?? {};
  if (!openings) return null;
  const find = await openings.load();
  const { frames } = createTimeline(snapshot, events);
  const names = frames.flatMap(({ ply, view }) => {
    const name = ply <= openings.lastPly ? find(view) : null;
    return name === null ? [] : [{ ply, name }];
  });
  return { names, lastPly: snapshot.ply };
}
