'use client';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { clampPly, type ScrubAction, type ScrubState, scrub } from './scrubber';
import { usePlyInAddress } from './use-ply-in-address';

const STEP_MS = 900;

/** The position that the viewer looks at, stored in the address as `?ply=12`, changed by keys and by playback. */
export function useScrubber(
  plies: readonly number[],
  onFlip: () => void,
  onJump: (direction: 1 | -1) => void,
): { state: ScrubState; act: (action: ScrubAction) => void } {
  const [asked, setAsked] = usePlyInAddress();
  const [playing, setPlaying] = useState(false);
  const state: ScrubState = { ply: clampPly(asked, plies), playing };

  const act = (action: ScrubAction) => {
    const next = scrub(state, action, plies);
    if (next.ply !== asked) setAsked(next.ply);
    setPlaying(next.playing);
  };

  const tick = useEffectEvent(() => act({ type: 'tick' }));
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [playing]);

  useHotkeys([
    ['ArrowLeft', () => act({ type: 'back' })],
    ['ArrowRight', () => act({ type: 'forward' })],
    ['Home', () => act({ type: 'first' })],
    ['End', () => act({ type: 'newest' })],
    ['f', onFlip],
    ['n', () => onJump(1)],
    ['p', () => onJump(-1)],
  ]);
  // Space also activates the focused element.
  useHotkeys(
    [['Space', () => act({ type: 'toggle' })]],
    ['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'A', 'SUMMARY', 'PRE'],
  );
  return { state, act };
}
