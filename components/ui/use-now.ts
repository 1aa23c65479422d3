'use client';
import { useCallback, useSyncExternalStore } from 'react';

interface Ticker {
  nowMs: number;
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | null;
}

const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  const existing = tickers.get(everyMs);
  if (existing) return existing;
  const ticker: Ticker = { nowMs: Date.now(), listeners: new Set(), timer: null };
  tickers.set(everyMs, ticker);
  return ticker;
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

/** The time of the server's rendering, rounded up, so that no clock starts above its limit. */
const renderedAtMs = () => Math.ceil(Date.now() / 1000) * 1000;

/** The browser's time, updated every `everyMs`; components with the same interval share one timer. */
export function useNow(everyMs: number): number {
  return useFromNow(everyMs, (nowMs) => nowMs);
}

/** A value made from the browser's time every `everyMs`; the component is drawn again only when the value changes. */
export function useFromNow<Value extends string | number>(everyMs: number, make: (nowMs: number) => Value): Value {
  // A new function would unsubscribe and subscribe on each render, and subscribing renders again: an endless loop.
  const subscribe = useCallback((listener: () => void) => listen(everyMs, listener), [everyMs]);
  return useSyncExternalStore(
    subscribe,
    () => make(tickerOf(everyMs).nowMs),
    () => make(renderedAtMs()),
  );
}
