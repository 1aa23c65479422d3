'use client';
import { useEffect, useMemo, useState } from 'react';
import { findBoard } from '@/components/boards/registry';
import type { Timeline } from './timeline';
import type { View } from './types';
import { whenIdle } from './when-idle';

/**
 * The opening of the game that is shown: the name of the last position up to a ply that has one. The names are loaded when
 * the page rests.
 * @returns undefined for a game without openings; null before the first name
 */
export function useOpening({ match, frames }: Timeline, ply: number): string | null | undefined {
  const board = findBoard(match.game_type);
  const [find, setFind] = useState<((view: View) => string | null) | null>(null);
  useEffect(() => {
    const { loadOpenings } = board ?? {};
    // Without the names the page only lacks a line.
    return (
      loadOpenings &&
      whenIdle(
        () =>
          void loadOpenings().then(
            (found) => setFind(() => found),
            () => {},
          ),
      )
    );
  }, [board]);
  return useMemo(() => {
    if (!board?.loadOpenings) return undefined;
    for (const frame of find ? frames.toReversed() : []) {
      const name = frame.ply <= ply ? find?.(frame.view) : null;
      if (name) return name;
    }
    return null;
  }, [board, find, frames, ply]);
}
