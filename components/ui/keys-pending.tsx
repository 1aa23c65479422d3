'use client';
import { useEffect, useSyncExternalStore } from 'react';
import { markPending, markReady, PENDING } from './early-keys';

const subscribe = () => () => undefined;

/**
 * Stands in each part that uses keys and that the server has drawn: keys are kept until the part is hydrated. Each boundary
 * of React is hydrated apart, so a part that is loaded by itself needs its own.
 */
export function KeysPendingUntilHydrated() {
  const isPending = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  useEffect(() => {
    if (isPending) markPending();
    else void markReady();
  }, [isPending]);
  return isPending ? <span hidden {...{ [PENDING]: '' }} /> : null;
}
