'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import { noteServerTime, serverOffsetMs } from '@/components/live/server-clock';
import { type StreamStatus, useStream } from '@/components/live/use-stream';
import type { MatchEvent, MatchSnapshot } from '@/components/match/types';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { readTranscript, type WerewolfTranscript } from '@/lib/games/werewolf/transcript';
import { namesOf } from './words';

/** Sorts before every event id, so that the stream starts with the first event. */
const BEFORE_FIRST_EVENT = '00000000000000000000000000';

export type TranscriptView = 'public' | 'omniscient';

export interface WatchedTranscript {
  transcript: WerewolfTranscript;
  /** Id of the last event that changed what a player may do. */
  changedBy: string;
  isOver: boolean;
  status: StreamStatus;
  /** Server time minus browser time, ms. */
  offsetMs: number;
  view: TranscriptView;
  setView: (view: TranscriptView) => void;
  /** Why the omniscient view was refused the last time. */
  refusal: string | null;
}

/** Talk changes nothing that a player may do, except that it has spoken; the own seat asks after each of these. */
const TALK = new Set(['message_sent', 'wolf_message_sent', 'narrated', 'ratings_changed']);
const ENDS = new Set(['match_ended', 'match_cancelled']);

/** The events of two lists in the order of their ids. */
function inOrder(events: readonly MatchEvent[], others: readonly MatchEvent[]): readonly MatchEvent[] {
  if (others.length === 0) return events;
  return [...events, ...others].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Follows the transcript of a match from the events that the server rendered, in the public or the omniscient view; a player
 * reads the events of the own seat too.
 */
export function useTranscript(
  snapshot: MatchSnapshot,
  history: readonly MatchEvent[],
  players: readonly SnapshotPlayer[],
  hasSeat: boolean,
): WatchedTranscript {
  const [view, setView] = useState<TranscriptView>('public');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [read, setRead] = useState<{ view: TranscriptView; events: readonly MatchEvent[] }>(() => {
    noteServerTime(snapshot.clock.server_time);
    return { view: 'public', events: history };
  });
  const last = read.events.at(-1)?.id ?? '';
  const isOver = snapshot.status !== 'active' || read.events.some(({ type }) => ENDS.has(type));

  const status = useStream({
    stream: `match:${snapshot.match_id}`,
    view,
    after: view === 'public' && read.view === 'public' && last !== '' ? last : BEFORE_FIRST_EVENT,
    enabled: view === 'omniscient' || snapshot.status === 'active',
    // Events before the snapshot are missing: nothing but the whole history helps.
    onSnapshot: () => window.location.reload(),
    onEvents: (events) => {
      for (const { at } of events) noteServerTime(at);
      // A press between is answered first: all lines of a match, at the change of the view, take long to draw.
      startTransition(() =>
        setRead((before) => ({ view, events: before.view === view ? [...before.events, ...events] : [...events] })),
      );
    },
  });

  const secrets = usePrivateEvents(snapshot.match_id, hasSeat && !isOver, BEFORE_FIRST_EVENT);
  const events = useMemo(() => inOrder(read.events, secrets), [read.events, secrets]);
  const { failure } = status;
  // A viewer who may not have the omniscient view goes back to the public one.
  useEffect(() => {
    if (view !== 'omniscient' || !failure) return;
    setRefusal(failure.message);
    setView('public');
  }, [view, failure]);

  const transcript = useMemo(() => readTranscript(events, namesOf(players)), [events, players]);
  const changedBy = events.findLast(({ type }) => !TALK.has(type))?.id ?? '';
  const choose = (next: TranscriptView) => {
    setRefusal(null);
    setView(next);
  };
  return {
    transcript,
    changedBy,
    isOver,
    status,
    offsetMs: serverOffsetMs(),
    view,
    setView: choose,
    refusal,
  };
}

/**
 * What the viewer's own seat reads and spectators do not, oldest first.
 * @param beforeFirst sorts before every event id
 */
function usePrivateEvents(matchId: string, enabled: boolean, beforeFirst: string): readonly MatchEvent[] {
  const [events, setEvents] = useState<readonly MatchEvent[]>([]);
  useStream({
    stream: `seat:${matchId}`,
    after: beforeFirst,
    enabled,
    onSnapshot: () => {},
    onEvents: (fresh) => {
      const own = fresh.map((event) => ({ ...event, audience: 'own seat' }));
      setEvents((before) => [...before, ...own]);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another match begins with nothing
  useEffect(() => () => setEvents([]), [matchId, enabled]);
  return events;
}
