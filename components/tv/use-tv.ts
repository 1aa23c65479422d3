'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLiveMatches } from '@/components/match/use-live-matches';
import { useNow } from '@/components/ui/use-now';
import { isWaiting, movingFirst } from '@/lib/core/live-order';
import type { LiveMatch } from '@/lib/domain/matches';
import { type Channel, channelsOf, nextOnTv } from './rounds';

/** Matches that the TV remembers to have shown. */
const MAX_SEEN = 100;
/** Between two matches of house bots nothing moves for a moment; after this time recordings begin. */
const QUIET_AFTER_MS = 15_000;
/** A running match that is not among the live ones any more is left after this time: its end may have been missed. */
const UNLISTED_AFTER_MS = 45_000;

export interface TvProps {
  live: readonly LiveMatch[];
  /** Only matches of this game. */
  game: Channel | null;
  /** Finished matches to show while nothing moves, the best first. */
  recordings: readonly LiveMatch[];
}

/** The match that the TV shows, and what else there is. */
export interface Tv {
  /** A finished match is shown as a recording, from its first move. */
  current: LiveMatch | null;
  next: LiveMatch | null;
  /** What can be chosen: the matches that move, those of the channel first, else the recordings. */
  offered: readonly LiveMatch[];
  /** Nothing moves: recordings are shown. */
  isQuiet: boolean;
  /** The games of which a match moves now, in the order of their best matches. */
  channels: Channel[];
  show: (match: LiveMatch) => void;
  /** The current match is over and has been shown long enough, or it cannot be followed. */
  leave: () => void;
  showNext: () => void;
}

/** One live match after another, in rounds: each match that moves is shown before one is shown again. */
export function useTv({ live: initial, game, recordings }: TvProps): Tv {
  const nowMs = useNow(5_000);
  const all = useLiveMatches(initial);
  const everywhere = movingFirst(all, nowMs);
  const isOfChannel = (match: LiveMatch) => game === null || match.game_type === game.id;
  const moving = everywhere.filter(isOfChannel);
  const hasMoving = moving.length > 0;
  const [isQuiet, setQuiet] = useState(!hasMoving);
  const offered = isQuiet && !hasMoving ? recordings : moving;
  const [current, setShown] = useState<LiveMatch | null>(offered[0] ?? null);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [leftId, setLeftId] = useState<string | null>(null);
  const next = nextOnTv(offered, [...seen, current?.match_id ?? '']);

  useEffect(() => {
    if (hasMoving) return setQuiet(false);
    const timer = setTimeout(() => setQuiet(true), QUIET_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasMoving]);

  const show = (match: LiveMatch) => {
    if (current) setSeen([...seen.filter((id) => id !== current.match_id), current.match_id].slice(-MAX_SEEN));
    setLeftId(null);
    setShown(match);
  };
  const isRecording = current?.status === 'completed';
  const listed = all.find(({ match_id }) => match_id === current?.match_id);
  const isUnlisted = current !== null && !isRecording && listed === undefined;
  useEffect(() => {
    if (!isUnlisted) return;
    const timer = setTimeout(() => setLeftId(current?.match_id ?? null), UNLISTED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isUnlisted, current]);

  const isDone =
    current === null ||
    leftId === current.match_id ||
    (isRecording ? hasMoving : listed !== undefined && isWaiting(listed, nowMs));
  const goOn = useEffectEvent(() => next && show(next));
  useEffect(() => {
    if (isDone && next !== null) goOn();
  }, [isDone, next]);

  return {
    current,
    next,
    offered: offered === recordings ? recordings : [...moving, ...everywhere.filter((match) => !isOfChannel(match))],
    isQuiet: isQuiet && !hasMoving,
    channels: channelsOf(everywhere),
    show,
    leave: () => setLeftId(current?.match_id ?? null),
    showNext: () => next && show(next),
  };
}
