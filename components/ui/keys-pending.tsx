'use client';
import { useEffect, useSyncExternalStore } from 'react';
import { markPending, markReady, PENDING } from './early-keys';

/** Shown while a part of the page that uses keys is loading: keys are kept until it is there. */
export function KeysPending() {
  useEffect(() => {
    markPending();
    return () => void markReady();
  }, []);
  return <span hidden {...{ [PENDING]: '' }} />;
}

const subscribe = () => () => undefined;

/** Inside a part that the server has drawn: keys are kept until the part is hydrated. */
export function KeysPendingUntilHydrated() {
  const isPending = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  return isPending ? <KeysPending /> : null;
}
