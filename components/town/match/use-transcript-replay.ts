'use client';
import type { HotkeyItem } from '@mantine/hooks';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { clampPly, type ScrubAction, type ScrubState, scrub } from '@/components/match/scrubber';
import { usePageKeys } from '@/components/ui/page-keys';
import type { KeyMoment, Line } from '@/lib/games/werewolf/transcript';

export const SPEEDS = [1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** A line stays this long at speed 1. */
const LINE_MS = 2_400;

export interface TranscriptReplay {
  state: ScrubState;
  /** The step that is shown. */
  step: number;
  /** The step for a link: lines that not everybody sees are not counted. Null follows the newest. */
  publicStep: number | null;
  isNewest: boolean;
  act: (action: ScrubAction) => void;
  /** Always the same function. */
  go: (step: number) => void;
  speed: Speed;
  setSpeed: (speed: Speed) => void;
}

/** The step of the address among the lines of a view; null when it is not one of them. */
function findStep(lines: readonly Line[], publicStep: number | null): number | null {
  const last = lines.at(-1)?.publicStep ?? 0;
  if (publicStep === null || publicStep > last) return null;
  return Math.max(
    0,
    lines.findIndex((line) => line.publicStep >= publicStep),
  );
}

/**
 * The line that the viewer looks at, in the address as `?ply=12`, changed by keys and by playback. It stays the same line
 * when the view changes to one with more lines.
 */
export function useTranscriptReplay(lines: readonly Line[], moments: readonly KeyMoment[]): TranscriptReplay {
  const [asked, setAsked] = useQueryState(
    'ply',
    parseAsInteger.withOptions({ history: 'replace', shallow: true, scroll: false }),
  );
  const [lineId, setLineId] = useState<string | null>(null);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(2);
  const steps = lines.map((_, step) => step);
  const wanted = lineId === null ? findStep(lines, asked) : lines.findLastIndex(({ id }) => id <= lineId);
  const state: ScrubState = { ply: clampPly(wanted, steps), playing };
  const step = state.ply ?? lines.length - 1;

  const act = (action: ScrubAction) => {
    const next = scrub(state, action, steps);
    const line = next.ply === null ? undefined : lines[next.ply];
    setLineId(line?.id ?? null);
    if ((line?.publicStep ?? null) !== asked) void setAsked(line?.publicStep ?? null);
    setPlaying(next.playing);
  };
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const go = useCallback((to: number) => latest.current({ type: 'go', ply: to }), []);
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

  usePageKeys(
    [
      hotkey('ArrowLeft', () => act({ type: 'back' })),
      hotkey('ArrowRight', () => act({ type: 'forward' })),
      hotkey('Home', () => act({ type: 'first' })),
      hotkey('End', () => act({ type: 'newest' })),
      hotkey('n', () => jump(1)),
      hotkey('p', () => jump(-1)),
    ],
    [],
  );
  // Space also activates the focused element.
  usePageKeys(
    [['Space', () => act({ type: 'toggle' })]],
    ['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'A', 'SUMMARY', 'PRE', 'OL'],
  );
  const publicStep = state.ply === null ? null : (lines[step]?.publicStep ?? null);
  return { state, step, publicStep, isNewest: state.ply === null, act, go, speed, setSpeed };
}

/** What uses these keys itself when it has the focus; the switch for roles does not. */
const KEY_USERS = 'input:not([type="checkbox"]), textarea, select, [role="slider"]';

function hotkey(key: string, run: () => void): HotkeyItem {
  const handle = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest(KEY_USERS)) return;
    event.preventDefault();
    run();
  };
  return [key, handle, { preventDefault: false }];
}
