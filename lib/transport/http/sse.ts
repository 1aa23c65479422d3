import { abortOnDrain } from './draining';

/** One frame of an event stream, as the HTML standard spells it. `data` has no line breaks. */
export function sseFrame({ id, event, data }: { id?: string; event?: string; data: string }): string {
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

export const SSE_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export interface SseSink {
  send(frame: string): void;
  /** Aborts when the reader goes away or is too slow, and when the process drains. */
  signal: AbortSignal;
}

const HEARTBEAT_MS = 15_000;
/** Frames that wait for a slow reader; above this the stream ends, and the reader may continue with its last id. */
const MAX_WAITING_FRAMES = 1000;

/**
 * An event stream that `run` fills; it ends when `run` does. A comment every 15 s keeps proxies from cutting it.
 * `run` must end soon after `sink.signal` aborts.
 */
export function sseStream(run: (sink: SseSink) => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const given = new AbortController();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (frame: string) => {
        if (given.signal.aborted) return;
        controller.enqueue(encoder.encode(frame));
        if ((controller.desiredSize ?? 0) < -MAX_WAITING_FRAMES) given.abort();
      };
      const heartbeat = setInterval(() => send(': keep-alive\n\n'), HEARTBEAT_MS);
      const linked = abortOnDrain(given.signal);
      const end = () => {
        clearInterval(heartbeat);
        linked.release();
        given.abort();
        try {
          controller.close();
        } catch {
          // The reader closed it.
        }
      };
      void run({ send, signal: linked.signal }).then(end, end);
    },
    cancel() {
      given.abort();
    },
  });
}
