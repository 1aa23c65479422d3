'use client';
import { LivePill, type LiveState } from '@/components/ui/live-pill';
import { duration, isCorrespondence } from '@/components/ui/time';
import { useFromNow } from '@/components/ui/use-now';
import { isWaiting, type MovingFacts } from '@/lib/core/live-order';

const MINUTE_MS = 60_000;

/**
 * How a running match moves, at a time in epoch ms: `LIVE`, `waiting 4 min` after a minute without a move, or the time for a move
 * of a correspondence game, `3 d a move`.
 */
export function paceOf(match: MovingFacts, nowMs: number): string {
  if (!isWaiting(match, nowMs)) return 'LIVE';
  if (isCorrespondence(match.clock.limit_ms)) return `${duration(match.clock.limit_ms ?? 0)} a move`;
  if (match.moved_at === null) return 'waiting';
  return `waiting ${duration(Math.floor((nowMs - Date.parse(match.moved_at)) / MINUTE_MS) * MINUTE_MS)}`;
}

/** The state of the connection to a running match, and whether the match moves or waits. `heardAtMs` as in `LivePill`. */
export function MatchPill(props: { match: MovingFacts; state: LiveState; heardAtMs: number | null }) {
  const pace = useFromNow(5_000, (nowMs) => paceOf(props.match, nowMs));
  return <LivePill state={props.state} heardAtMs={props.heardAtMs} liveText={pace} isWaiting={pace !== 'LIVE'} />;
}
