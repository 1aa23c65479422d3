'use client';
import { useEffect, useMemo, useState } from 'react';
import { findBoard } from '@/components/boards/registry';
import type { Timeline } from './timeline';
import type { View } from './types';
import { whenIdle } from './when-idle';

/** The openings of a match as far as the server knew it. */
export interface KnownOpenings {
  /** By rising ply. */
  names: readonly { ply: number; name: string }[];
  /** The ply of the newest position that the server knew. */
  lastPly: number;
}

/**
 * The opening of the game that is shown: the name of the last position up to a ply that has one. All names are loaded only
 * for positions that the server did not know.
 * @returns undefined for a game without openings; null before the first name
 */
export function useOpening(
  { match, frames }: Timeline,
  ply: number,
  knownOpenings: KnownOpenings | null,
): string | null | undefined {
  const openings = findBoard(match.game_type)?.openings;
  const [find, setFind] = useState<((view: View) => string | null) | null>(null);
  const knownPly = knownOpenings?.lastPly ?? -1;
  const newestPly = frames.at(-1)?.ply ?? 0;
  const isNeeded = openings !== undefined && newestPly > knownPly && knownPly < openings.lastPly;
  useEffect(() => {
    if (!isNeeded) return;
    // Without the names the page only lacks a line.
    return whenIdle(
      () =>
        void openings.load().then(
          (found) => setFind(() => found),
          () => {},
        ),
    );
  }, [isNeeded, openings]);
  return useMemo(() => {
    if (!openings) return undefined;
    const later = find ? frames.filter((frame) => frame.ply > knownPly && frame.ply <= ply) : [];
    for (const { view } of later.toReversed()) {
      const name = find?.(view);
      if (name) return name;
    }
    return knownOpenings?.names.findLast((one) => one.ply <= ply)?.name ?? null;
  }, [openings, find, frames, ply, knownOpenings, knownPly]);
}
