import { z } from 'zod';
import { now } from '@/lib/core/clock';
import type { DueEntry } from '@/lib/core/due';
import { log } from '@/lib/core/log';
import { onBroadcast, publishMessages } from '@/lib/events';

const TOPIC = 'due';

/** `after_ms` counts from the arrival, because the clocks of two machines differ. */
const messageSchema = z.object({ entry: z.string(), after_ms: z.number().min(0) });

/** Unix milliseconds until which no later due time of an entry needs to be forwarded. */
type ForwardedAtMs = Map<string, number>;

/**
 * Forwards the due times that this process sets to the processes that run the ticker. Those that are further away than the
 * ticker sleeps need no message, nor do those after one that was forwarded and is not over: it looks then for the next.
 * Returns a function that stops it.
 */
export function forwardDueTimes(entries: readonly DueEntry[]): () => void {
  const forwarded: ForwardedAtMs = new Map();
  const stops = entries.flatMap((entry) => {
    const stop = entry.signal?.subscribe((due) => forward(entry, due, forwarded));
    return stop ? [stop] : [];
  });
  return () => stops.forEach((stop) => void stop());
}

function forward({ name, maxSleepMs }: DueEntry, due: Date, forwarded: ForwardedAtMs): void {
  const nowMs = now().getTime();
  const afterMs = Math.max(0, due.getTime() - nowMs);
  const pendingMs = forwarded.get(name) ?? 0;
  const isPending = pendingMs > nowMs && pendingMs <= due.getTime();
  if (afterMs >= maxSleepMs || isPending) return;
  forwarded.set(name, due.getTime());
  publishMessages([{ topic: TOPIC, payload: { entry: name, after_ms: afterMs } }]);
}

/** Announces the due times that other processes forward to the ticker of this one. Returns a function that stops it. */
export function receiveDueTimes(entries: readonly DueEntry[]): () => void {
  const signals = new Map(entries.map(({ name, signal }) => [name, signal]));
  return onBroadcast(TOPIC, (payload) => {
    const message = messageSchema.safeParse(payload);
    if (!message.success) return log.warn('ignored an unreadable due time of another process');
    signals.get(message.data.entry)?.announce(new Date(now().getTime() + message.data.after_ms));
  });
}
