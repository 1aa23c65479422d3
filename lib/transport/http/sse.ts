import { abortOnDrain, type LinkedSignal } from './draining';

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
  /** Ends the stream. */
  end(): void;
  /** Aborts when the reader goes away or is too slow, and when the process drains. Made on first use. */
  readonly signal: AbortSignal;
}

/** What a lane writes a stream to. */
export interface SseReader {
  /** Takes a frame. False when the reader is too slow: the stream ends, and the reader may continue with its last id. */
  write(frame: string): boolean;
  close(): void;
}

const HEARTBEAT_MS = 15_000;

/** A stream while it runs. */
class Running implements SseSink {
  readonly #reader: SseReader;
  readonly #heartbeat: NodeJS.Timeout;
  #linked: LinkedSignal | null = null;
  #isOver = false;

  constructor(reader: SseReader) {
    this.#reader = reader;
    this.#heartbeat = setInterval(sendHeartbeat, HEARTBEAT_MS, this);
  }

  send(frame: string): void {
    if (!this.#isOver && !this.#reader.write(frame)) this.stop();
  }

  get signal(): AbortSignal {
    if (!this.#linked) {
      this.#linked = abortOnDrain();
      if (this.#isOver) this.#linked.abort();
    }
    return this.#linked.signal;
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isOver = true;
    clearInterval(this.#heartbeat);
    this.#linked?.abort();
  }

  end(): void {
    this.stop();
    this.#linked?.release();
    this.#reader.close();
  }
}

const sendHeartbeat = (stream: Running): void => stream.send(': keep-alive\n\n');

/**
 * An event stream that `run` begins to fill. A comment every 15 s keeps proxies from cutting it. Its sink must be ended, also
 * soon after `sink.signal` aborts. Not a web stream, which keeps twelve kilobytes for each call that waits.
 */
export class EventStream {
  readonly #run: (sink: SseSink) => void;

  constructor(run: (sink: SseSink) => void) {
    this.#run = run;
  }

  /** Starts to fill the stream. Returns what to call when the reader has gone. */
  start(reader: SseReader): () => void {
    const running = new Running(reader);
    this.#run(running);
    return () => running.stop();
  }
}
