import { onBroadcast, onReconnect, type Topic } from './bus';

/** Waits for one message. Begin to listen before reading the database, so that no message in between is missed. */
export interface NextMessage {
  /** Resolves when a wanted message has arrived, after `ms`, or when the signal aborts. */
  within(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends the subscription. */
  stop(): void;
}

/** Listens for the next wanted message of a topic, from any process. A broken connection counts as one: it may have been missed. */
export function listenForNext(topic: Topic, isWanted: (payload: unknown) => boolean): NextMessage {
  let wake = () => {};
  const arrived = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const stops = [onBroadcast(topic, (payload) => isWanted(payload) && wake()), onReconnect(wake)];
  return {
    async within(ms, signal) {
      if (signal?.aborted) return;
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake, { once: true });
      await arrived;
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
    },
    stop: () => stops.forEach((stop) => void stop()),
  };
}
