'use client';
import { useHotkeys } from '@mantine/hooks';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import { clampPly, type ScrubAction, type ScrubState, scrub } from '@/components/match/scrubber';
import type { Moment } from './moments';

export const SPEEDS = [1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** A line stays this long at speed 1. */
const LINE_MS = 2_400;

export interface StoryReplay {
  state: ScrubState;
  /** The step that is shown. */
  step: number;
  isNewest: boolean;
  act: (action: ScrubAction) => void;
  go: (step: number) => void;
  speed: Speed;
  setSpeed: (speed: Speed) => void;
}

/** The line that the viewer looks at, in the address as `?ply=12`, changed by keys and by playback. */
export function useStoryReplay(count: number, moments: readonly Moment[]): StoryReplay {
  const [asked, setAsked] = useQueryState(
    'ply',
    parseAsInteger.withOptions({ history: 'replace', shallow: true, scroll: false }),
  );
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(2);
  const steps = Array.from({ length: count }, (_, step) => step);
  const state: ScrubState = { ply: clampPly(asked, steps), playing };
  const step = state.ply ?? count - 1;

  const act = (action: ScrubAction) => {
    const next = scrub(state, action, steps);
    if (next.ply !== asked) void setAsked(next.ply);
    setPlaying(next.playing);
  };
  const go = (to: number) => act({ type: 'go', ply: to });
  const jump = (direction: 1 | -1) => {
    const next = direction === 1 ? moments.find((one) => one.step > step) : moments.findLast((one) => one.step < step);
    if (next) go(next.step);
  };

  const tick = useEffectEvent(() => act({ type: 'tick' }));
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(tick, LINE_MS / speed);
    return () => clearInterval(timer);
  }, [playing, speed]);

  useHotkeys([
    ['ArrowLeft', () => act({ type: 'back' })],
    ['ArrowRight', () => act({ type: 'forward' })],
    ['Home', () => act({ type: 'first' })],
    ['End', () => act({ type: 'newest' })],
    ['n', () => jump(1)],
    ['p', () => jump(-1)],
  ]);
  // Space also activates the focused element.
  useHotkeys(
    [['Space', () => act({ type: 'toggle' })]],
    ['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'A', 'SUMMARY', 'PRE', 'OL'],
  );
  return { state, step, isNewest: state.ply === null, act, go, speed, setSpeed };
}
