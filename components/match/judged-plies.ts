import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import type { LineMove } from '@/lib/games/review/judged-line';
import type { Line } from './timeline';

/** The moves that lead to a ply; null while some of them are not known. */
export function movesTo(lines: readonly Line[], ply: number): LineMove[] | null {
  const moves = lines.flatMap((line) =>
    line.move !== undefined && line.seat !== null && line.ply <= ply ? [{ seat: line.seat, move: line.move }] : [],
  );
  return moves.length === ply ? moves : null;
}

/**
 * The ply to judge next: the one that is shown, then those that were played since the first one that was judged, the newest
 * first; null when all of them are judged.
 */
export function nextPlyToJudge(
  judged: ReadonlyMap<number, PlyAnalysis>,
  current: number,
  newest: number,
): number | null {
  if (!judged.has(current)) return current;
  const first = Math.min(...judged.keys());
  for (let ply = newest; ply > first; ply--) if (!judged.has(ply)) return ply;
  return null;
}
