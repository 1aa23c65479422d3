'use client';

import { useSearchParams } from 'next/navigation';
import {
  type Dispatch,
  type SetStateAction,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { usePageKeys } from '@/components/ui/page-keys';
import { clampPly, type ScrubAction, type ScrubState, scrub } from './scrubber';

const STEP_MS = 900;

/** The position that the viewer looks at, stored in the address as `?ply=12`, changed by keys and by playback. */
export function useScrubber(
  plies: readonly number[],
  onFlip: () => void,
  onJump: (direction: 1 | -1) => void,
): { state: ScrubState; act: (action: ScrubAction) => void } {
  const [asked, setAsked] = useStateInAddress();
  const state = { ...asked, ply: clampPly(asked.ply, plies) };
  const { playing } = state;

  const act = (action: ScrubAction) =>
    setAsked((before) => scrub({ ...before, ply: clampPly(before.ply, plies) }, action, plies));
  // A key that is pressed again need not wait for the page of the position before.
  const actSoon = (action: ScrubAction) => startTransition(() => act(action));

  const tick = useEffectEvent(() => act({ type: 'tick' }));
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [playing]);

  usePageKeys([
    ['ArrowLeft', () => actSoon({ type: 'back' })],
    ['ArrowRight', () => actSoon({ type: 'forward' })],
    ['Home', () => actSoon({ type: 'first' })],
    ['End', () => actSoon({ type: 'newest' })],
    ['f', onFlip],
    ['n', () => onJump(1)],
    ['p', () => onJump(-1)],
  ]);
  // Space also activates the focused element.
  usePageKeys(
    [['Space', () => act({ type: 'toggle' })]],
    ['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'A', 'SUMMARY', 'PRE'],
  );
  return { state, act };
}

/** Browsers refuse more than about 100 changes of the address in this time. */
const WINDOW_MS = 10_000;
/** So many changes in that time are written immediately, so that a reload finds them; the others wait. */
const MAX_IMMEDIATE = 60;
const WRITE_AFTER_MS = 500;

/** A ply as the address writes it, which may be none of the match; null without one. */
function parsePly(text: string | null): number | null {
  return text !== null && /^-?\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The position at the ply of `?ply=12`, which follows every change of it; playback is not in the address. */
function useStateInAddress(): [ScrubState, Dispatch<SetStateAction<ScrubState>>] {
  const search = useSearchParams();
  const [state, setState] = useState((): ScrubState => ({ ply: parsePly(search.get('ply')), playing: false }));
  const { ply } = state;
  const writtenAt = useRef<number[]>([]);
  useEffect(() => {
    const write = () => {
      const address = new URL(window.location.href);
      if (parsePly(address.searchParams.get('ply')) === ply) return;
      if (ply === null) address.searchParams.delete('ply');
      else address.searchParams.set('ply', String(ply));
      writtenAt.current.push(performance.now());
      window.history.replaceState(null, '', address);
    };
    writtenAt.current = writtenAt.current.filter((at) => performance.now() - at < WINDOW_MS);
    if (writtenAt.current.length < MAX_IMMEDIATE) return write();
    const timer = setTimeout(write, WRITE_AFTER_MS);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [ply]);
  return [state, setState];
}
