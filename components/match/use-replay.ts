'use client';
import { useMemo } from 'react';
import type { Analysis } from '@/lib/games/review/analysis';
import { findMoments, findNextMoment, type Moment } from './moments';
import { momentName } from './record-rows';
import type { ScrubAction, ScrubState } from './scrubber';
import { type Frame, frameAt, type Timeline } from './timeline';
import { useScrubber } from './use-scrubber';

export interface Replay {
  /** The plies that can be shown, rising. */
  plies: readonly number[];
  state: ScrubState;
  act: (action: ScrubAction) => void;
  goTo: (ply: number) => void;
  /** The position that is shown. */
  frame: Frame;
  /** The newest position is shown. */
  isNewest: boolean;
  /** The name of the shown position in the record: `12. Nf3`. */
  name: string | null;
  moments: readonly Moment[];
}

/** The position of a match that the viewer looks at, with the key moments to jump to. */
export function useReplay(timeline: Timeline, analysis: Analysis | null, onFlip: () => void): Replay {
  const plies = timeline.frames.map(({ ply }) => ply);
  const moments = useMemo(() => findMoments(timeline, analysis), [timeline, analysis]);
  const jump = (direction: 1 | -1) => {
    const next = findNextMoment(moments, frameAt(timeline, state.ply).ply, direction);
    if (next) goTo(next.ply);
  };
  const { state, act } = useScrubber(plies, onFlip, jump);
  const goTo = (ply: number) => act({ type: 'go', ply });
  const frame = frameAt(timeline, state.ply);
  const isNewest = frame === timeline.frames.at(-1);
  const name = momentName(timeline.lines, timeline.match.players.length, frame.ply);
  return { plies, state, act, goTo, frame, isNewest, name, moments };
}
