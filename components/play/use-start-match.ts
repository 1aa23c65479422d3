'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useOneRequest } from '@/components/console/api';
import { newIdempotencyKey } from './idempotency-key';
import { openedGameSchema } from './responses';

/** An idempotency key, and the random seat that goes with it: the server refuses a key with another seat. */
const newStart = () => ({ key: newIdempotencyKey(), drawnSeat: Math.random() < 0.5 ? 0 : 1 });

/**
 * Starts a match or opens a lobby, with one idempotency key until success, so that a second press starts no second match.
 * @param body what is sent beside the key; `drawnSeat` stays the same as long as the key does
 */
export function useStartMatch(path: string, body: (drawnSeat: number) => Record<string, unknown>) {
  const router = useRouter();
  const [{ key, drawnSeat }, setStart] = useState(newStart);
  const begin = useOneRequest(
    () => ({
      method: 'POST' as const,
      path,
      body: { ...body(drawnSeat), idempotency_key: key },
      answer: openedGameSchema,
    }),
    () => {},
  );
  const start = () =>
    begin.mutate(undefined, {
      onSuccess: ({ game_session_id }) => router.push(`/matches/${game_session_id}`),
      onError: ({ status }) => {
        if (status > 0) setStart(newStart());
      },
    });
  return { start, isBusy: begin.isPending || begin.isSuccess, failure: begin.error };
}
