import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutcomeUnknownError } from './outcome-unknown';

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const tooLarge = () => new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered more than 1 MB.');
const notUnderstood = () =>
  new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered in an encoding that is not understood.');
const notDecodable = (cause: unknown) =>
  new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered something that cannot be decompressed.', {
    cause,
  });
const withoutAnswer = () =>
  new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience ended its event stream without an answer.');

export interface BodyOptions {
  /** Value of Content-Encoding. */
  encoding: string | undefined;
  /** Of the body, as it arrives and decompressed. */
  maxBytes: number;
  /** For an event stream: the data of the first event that this accepts is the text. */
  isWanted?: ((data: string) => boolean) | undefined;
}

export interface BodyEvents {
  /** Once, when the text is known; an event stream may go on behind it. */
  text(text: string): void;
  /** The body is no good: too large, or in an encoding that cannot be read. More of it is not wanted. */
  fault(error: Error): void;
}

/** Makes a text of the chunks of an answer's body, at most `maxBytes` of them. Of an event stream only the wanted event is kept. */
export class BodyReader {
  readonly #options: BodyOptions;
  readonly #events: BodyEvents;
  readonly #decoder: Transform | null;
  readonly #kept: { take(chunk: Buffer): void; end(): void };
  #arrived = 0;
  #decoded = 0;

  /** @throws EXPERIENCE_ERROR for an encoding that is not understood */
  constructor(options: BodyOptions, events: BodyEvents) {
    this.#options = options;
    this.#events = events;
    const { isWanted } = options;
    this.#kept = isWanted ? new WantedEvent(isWanted, events) : new WholeText(events);
    this.#decoder = decoderFor(options.encoding);
    this.#decoder
      ?.on('data', (chunk: Buffer) => this.#keep(chunk))
      .on('end', () => this.#kept.end())
      .on('error', (error) => events.fault(notDecodable(error)));
  }

  take(chunk: Buffer): void {
    this.#arrived += chunk.length;
    if (this.#arrived > this.#options.maxBytes) this.#events.fault(tooLarge());
    else if (this.#decoder) this.#decoder.write(chunk);
    else this.#kept.take(chunk);
  }

  end(): void {
    if (this.#decoder && this.#arrived > 0) this.#decoder.end();
    else this.#kept.end();
  }

  /** Nothing more is wanted of the body. */
  drop(): void {
    this.#decoder?.destroy();
  }

  #keep(chunk: Buffer): void {
    this.#decoded += chunk.length;
    if (this.#decoded > this.#options.maxBytes) this.#events.fault(tooLarge());
    else this.#kept.take(chunk);
  }
}

function decoderFor(encoding: string | undefined): Transform | null {
  if (encoding === undefined || encoding === 'identity') return null;
  const decoder = DECODERS[encoding.trim().toLowerCase()]?.();
  if (!decoder) throw notUnderstood();
  return decoder;
}

class WholeText {
  readonly #events: BodyEvents;
  readonly #chunks: Buffer[] = [];

  constructor(events: BodyEvents) {
    this.#events = events;
  }

  take(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  end(): void {
    const [only] = this.#chunks;
    const whole = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#events.text(whole.toString('utf8'));
  }
}

class WantedEvent {
  readonly #isWanted: (data: string) => boolean;
  readonly #events: BodyEvents;
  readonly #text = new TextDecoder();
  #pending = '';
  #isFound = false;

  constructor(isWanted: (data: string) => boolean, events: BodyEvents) {
    this.#isWanted = isWanted;
    this.#events = events;
  }

  take(chunk: Buffer): void {
    if (this.#isFound) return;
    this.#pending += this.#text.decode(chunk, { stream: true }).replaceAll('\r', '');
    for (let end = this.#pending.indexOf('\n\n'); end >= 0 && !this.#isFound; end = this.#pending.indexOf('\n\n')) {
      const block = this.#pending.slice(0, end);
      this.#pending = this.#pending.slice(end + 2);
      this.#look(block);
    }
  }

  end(): void {
    if (!this.#isFound) this.#look(this.#pending);
    if (!this.#isFound) this.#events.fault(withoutAnswer());
  }

  #look(block: string): void {
    const data = eventData(block);
    if (data === null || !this.#isWanted(data)) return;
    this.#isFound = true;
    this.#events.text(data);
  }
}

/** The data of one server-sent event, or null for a comment. */
function eventData(block: string): string | null {
  let data: string | null = null;
  for (const line of block.split('\n')) {
    if (!line.startsWith('data:')) continue;
    const text = line.startsWith('data: ') ? line.slice(6) : line.slice(5);
    data = data === null ? text : `${data}\n${text}`;
  }
  return data;
}
