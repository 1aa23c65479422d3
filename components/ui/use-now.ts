'use client';
import { useCallback, useSyncExternalStore } from 'react';

interface Ticker {
  nowMs: number;
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | null;
}

const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs);
  if (known) return known;
  const made: Ticker = { nowMs: Date.now(), listeners: new Set(), timer: null };
  tickers.set(everyMs, made);
  return made;
}

function listen(everyMs: number, listener: () => void): () => void {
  const ticker = tickerOf(everyMs);
  ticker.listeners.add(listener);
  if (ticker.timer === null) {
    ticker.nowMs = Date.now();
    ticker.timer = setInterval(() => {
      ticker.nowMs = Date.now();
      for (const wake of ticker.listeners) wake();
    }, everyMs);
  }
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0 || ticker.timer === null) return;
    clearInterval(ticker.timer);
    ticker.timer = null;
  };
}

/** The browser's time, updated every `everyMs`; components with the same interval share one timer. */
export function useNow(everyMs: number): number {
  // A new function would unsubscribe and subscribe on each render, and subscribing renders again: an endless loop.
  const subscribe = useCallback((listener: () => void) => listen(everyMs, listener), [everyMs]);
  return useSyncExternalStore(
    subscribe,
    () => tickerOf(everyMs).nowMs,
    // Rounded up, so that no clock starts above its limit.
    () => Math.ceil(Date.now() / 1000) * 1000,
  );
}
