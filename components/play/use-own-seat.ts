'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BoardPlay } from '@/components/boards/board-props';
import { type RequestFailure, request, toFailure } from '@/components/console/request';
import { noteServerTime } from '@/components/live/server-clock';
import type { OwnSeat } from '@/lib/domain/play';
import { newIdempotencyKey } from './idempotency-key';
import { type DrawAction, moveAnswerSchema, newerSeat, ownPlaceSchema } from './responses';
import { type PendingMove, pauseUntilOnline, READ_UNTIL_ANSWERED, sendOnce } from './send';

export interface OwnSeatState {
  seat: OwnSeat;
  /** Set while a move may be sent. */
  play: BoardPlay | undefined;
  outgoing: PendingMove | null;
  /** Why the last move was not played. */
  failure: RequestFailure | null;
  /** Offers a draw, or answers an offer. */
  actOnDraw: (action: DrawAction) => Promise<void>;
  /** Leaves the match; against others this is a resignation. */
  resign: () => Promise<void>;
}

/**
 * The viewer's own seat. When the public stream reports a change, the own view is fetched with the cookie: so secrets
 * never travel on a stream, and leaving or signing out takes effect immediately. The public position is drawn without
 * waiting for it. Decision: docs/decisions/0034-people-and-guests.md.
 * @param heard id of the last event that changed the match
 * @param isLive whether the public stream is followed; the own view is fetched again when it is followed again
 * @returns null without a seat
 */
export function useOwnSeat(initial: OwnSeat | null, heard: string, isLive: boolean): OwnSeatState | null {
  const matchId = initial?.match_id ?? '';
  // Once: a later render has the same first answer, which is older then.
  useState(() => noteClock(initial));
  const key = ['own-seat', matchId];
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    enabled: initial !== null,
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: 'always',
    ...READ_UNTIL_ANSWERED,
    queryFn: async ({ signal }) => {
      const fresh = await request({
        method: 'GET',
        path: `/api/play/matches/${matchId}`,
        answer: ownPlaceSchema,
        signal,
      });
      noteClock(fresh.seat);
      return newerSeat(queries.getQueryData<OwnSeat | null>(key) ?? null, fresh.seat);
    },
  });
  const seat = newerSeat(data ?? null, initial);
  const take = (fresh: OwnSeat | null) => {
    noteClock(fresh);
    queries.setQueryData<OwnSeat | null>(key, (current) => newerSeat(current ?? null, fresh));
  };

  const look = useEffectEvent(() => void queries.invalidateQueries({ queryKey: key }));
  const first = useRef(heard);
  useEffect(() => {
    if (matchId === '' || heard === first.current) return;
    first.current = '';
    look();
  }, [heard, matchId]);
  const hasBeenLive = useRef(false);
  useEffect(() => {
    if (matchId === '' || !isLive) return;
    if (hasBeenLive.current) look();
    hasBeenLive.current = true;
  }, [isLive, matchId]);

  const { outgoing, failure, send } = useMoves(matchId, take, look);
  if (!seat) return null;
  const mayAct = seat.legal_moves.length > 0 && seat.status === 'active';
  const resign = async () => {
    const path = `/api/play/matches/${matchId}/resign`;
    take((await request({ method: 'POST', path, body: {}, answer: moveAnswerSchema })).seat);
  };
  const actOnDraw = async (type: DrawAction) => {
    const body = { action: { type }, idempotency_key: newIdempotencyKey() };
    const path = `/api/play/matches/${matchId}/act`;
    take((await request({ method: 'POST', path, body, answer: moveAnswerSchema })).seat);
  };
  return {
    seat,
    actOnDraw,
    play: mayAct ? { legalMoves: seat.legal_moves, onMove: send, isSending: outgoing !== null } : undefined,
    outgoing,
    failure,
    resign,
  };
}

function noteClock(seat: OwnSeat | null): void {
  if (seat) noteServerTime(seat.clock.server_time);
}

/** Moves, one at a time. */
function useMoves(matchId: string, take: (seat: OwnSeat | null) => void, look: () => void) {
  const [outgoing, setOutgoing] = useState<PendingMove | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  // State would be updated one render late: two quick clicks would both be sent.
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = (action: unknown) => {
    if (running.current) return;
    const going = new AbortController();
    running.current = going;
    setFailure(null);
    setOutgoing({ action, isWaiting: false });
    const body = { action, idempotency_key: newIdempotencyKey() };
    const path = `/api/play/matches/${matchId}/act`;
    sendOnce({
      attempt: () => request({ method: 'POST', path, body, answer: moveAnswerSchema }),
      onWaiting: () => setOutgoing({ action, isWaiting: true }),
      pause: pauseUntilOnline,
      signal: going.signal,
    })
      .then(({ seat }) => take(seat))
      .catch((thrown: unknown) => {
        if (going.signal.aborted) return;
        setFailure(toFailure(thrown));
        look();
      })
      .finally(() => {
        running.current = null;
        setOutgoing(null);
      });
  };
  return { outgoing, failure, send };
}
