import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { BodyReader } from './body';

/** How long an event stream may stay open after its answer before the connection is cut. */
const LINGER_MS = 1_000;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty when the body was not read. */
  text: string;
}

export interface ExchangeOptions {
  /** Of the answer, decompressed. */
  maxBytes: number;
  /** Recognises the wanted event of an event stream. */
  isWanted: ((data: string) => boolean) | undefined;
  /**
   * What is done with the body of such an answer: it is read, or received without a look at it, or the connection is cut. An error
   * that it throws ends the exchange.
   */
  useOfBody(status: number, headers: IncomingHttpHeaders): 'read' | 'ignore' | 'cut';
  /** Called when the request is written to an open connection. */
  onSent?: (() => void) | undefined;
}

/**
 * One request and its whole answer, without the streams and signals of general-purpose clients, which cost more than the
 * rest of a call. Pass it to `Dispatcher.dispatch` and await `answer`.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects with the error of the network, of the body or of `stop`. */
  readonly answer: Promise<Answer>;
  readonly #options: ExchangeOptions;
  #resolve!: (answer: Answer) => void;
  #reject!: (error: Error) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #stopped: Error | null = null;
  #body: BodyReader | null = null;
  #ignoredBytes = 0;
  #lingering: NodeJS.Timeout | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Ends the exchange immediately, also before it was sent. Does nothing after the answer. */
  stop(error: Error): void {
    this.#stopped ??= error;
    this.#reject(error);
    this.#body?.cancel();
    if (!this.#controller?.aborted) this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped) controller.abort(this.#stopped);
    else this.#options.onSent?.();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    try {
      const use = this.#options.useOfBody(status, headers);
      if (use === 'read') this.#body = this.#read(status, headers);
      else this.#finish({ status, headers, text: '' }, use === 'ignore' ? LINGER_MS : 0);
    } catch (thrown) {
      this.stop(thrown as Error);
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.add(chunk);
    if (this.#body === null) this.#ignoredBytes += chunk.length;
    if (this.#ignoredBytes > this.#options.maxBytes) this.stop(new Error('The rest is ignored.'));
  }

  onResponseEnd(): void {
    clearTimeout(this.#lingering);
    this.#body?.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#lingering);
    this.#reject(error);
    this.#body?.cancel();
  }

  #read(status: number, headers: IncomingHttpHeaders): BodyReader {
    const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
    const encoding = headers['content-encoding'];
    const { maxBytes, isWanted } = this.#options;
    return new BodyReader(
      {
        encoding: Array.isArray(encoding) ? encoding.join(',') : encoding,
        maxBytes,
        isWanted: isStream ? isWanted : undefined,
      },
      {
        text: (text) => this.#finish({ status, headers, text }, isStream ? LINGER_MS : null),
        fault: (error) => this.stop(error),
      },
    );
  }

  /** Cuts what follows the answer after `lingerMs`; null when nothing follows. */
  #finish(answer: Answer, lingerMs: number | null): void {
    this.#resolve(answer);
    if (lingerMs === null) return;
    const cut = () => this.stop(new Error('The answer has been read.'));
    if (lingerMs === 0) cut();
    else this.#lingering = setTimeout(cut, lingerMs).unref();
  }
}
