'use client';

import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { EngineStopped, useEngine } from '@/components/engine/engine';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import type { LineMove } from '@/lib/games/review/judged-line';
import type { Line, Timeline } from './timeline';
import { whenIdle } from './when-idle';

/**
 * Judges the position that is shown, and those that follow while the match runs, in the worker of the rules: after the
 * page has loaded and rests, one position at a time, and not while the page is hidden.
 * Decision: docs/decisions/0018-verification-and-analysis-in-the-browser.md.
 * @param currentPly the ply to judge first; null: nothing is to be judged
 * @returns the judgements so far by ply
 */
export function useJudge(
  { match, lines, frames }: Timeline,
  currentPly: number | null,
): ReadonlyMap<number, PlyAnalysis> {
  const gameId = match.game_type;
  const engine = useEngine();
  const isVisible = useDocumentVisibility() === 'visible';
  const [judged, setJudged] = useState<ReadonlyMap<number, PlyAnalysis>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const mayJudge = currentPly !== null && isVisible && !isBusy && !hasFailed;
  const next = mayJudge ? nextPlyToJudge(judged, currentPly, frames.at(-1)?.ply ?? 0) : null;

  const judge = useEffectEvent(async (ply: number) => {
    const moves = movesTo(lines, ply);
    if (!moves) return;
    setIsBusy(true);
    try {
      const found = await engine.request('judgePly', { gameId, moves });
      setJudged((before) => new Map(before).set(ply, found));
    } catch (error) {
      setHasFailed(!(error instanceof EngineStopped));
    }
    setIsBusy(false);
  });
  useEffect(() => (next === null ? undefined : whenIdle(() => void judge(next))), [next]);
  useEffect(() => {
    if (!isVisible) engine.stop();
  }, [isVisible, engine]);
  return judged;
}

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
