import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createParser } from 'eventsource-parser';
import { OutcomeUnknownError } from './outcome-unknown';

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const tooLarge = () => new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered more than 1 MB.');
const tooManyPieces = () =>
  new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered in too many small pieces.');
const unknownEncoding = () =>
  new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered in an encoding that is not supported.');
const notDecodable = (cause: unknown) =>
  new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience sent an answer that cannot be decompressed.', {
    cause,
  });
const noAnswerInStream = () =>
  new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience ended its event stream without an answer.');

/** Each piece of a body costs memory and a turn, however small: these are free, and the others have this length on average. */
const FREE_PIECES = 4_000;
const MIN_PIECE_BYTES = 64;

export interface BodyOptions {
  /** Value of Content-Encoding. */
  encoding: string | undefined;
  /** Limit of the body as it arrives, and decompressed. */
  maxBytes: number;
  /** For an event stream: the data of the first event that this accepts is the text. */
  isWanted?: ((data: string) => boolean) | undefined;
}

export interface BodyEvents {
  /** Called once, when the text is known; an event stream may continue after it. */
  text(text: string): void;
  /** The body is too large or cannot be decoded. The rest is not read. */
  fault(error: Error): void;
}

/** Turns the chunks of a body into text, at most `maxBytes` of them. Of an event stream it keeps the wanted event only. */
export class BodyReader {
  readonly #options: BodyOptions;
  readonly #events: BodyEvents;
  readonly #decoder: Transform | null;
  readonly #content: { add(chunk: Buffer): void; end(): void };
  #arrived = 0;
  #pieces = 0;
  #decoded = 0;

  /** @throws EXPERIENCE_ERROR for an encoding that is not supported */
  constructor(options: BodyOptions, events: BodyEvents) {
    this.#options = options;
    this.#events = events;
    const { isWanted } = options;
    this.#content = isWanted ? new EventStream(isWanted, events) : new WholeBody(events);
    this.#decoder = decoderFor(options.encoding);
    this.#decoder
      ?.on('data', (chunk: Buffer) => this.#count(chunk))
      .on('end', () => this.#content.end())
      .on('error', (error) => events.fault(notDecodable(error)));
  }

  add(chunk: Buffer): void {
    this.#arrived += chunk.length;
    this.#pieces++;
    if (this.#arrived > this.#options.maxBytes) this.#events.fault(tooLarge());
    else if (this.#pieces > FREE_PIECES + this.#arrived / MIN_PIECE_BYTES) this.#events.fault(tooManyPieces());
    else if (this.#decoder) this.#decoder.write(chunk);
    else this.#content.add(chunk);
  }

  end(): void {
    if (this.#decoder && this.#arrived > 0) this.#decoder.end();
    else this.#content.end();
  }

  /** Stops reading. */
  cancel(): void {
    this.#decoder?.destroy();
  }

  #count(chunk: Buffer): void {
    this.#decoded += chunk.length;
    if (this.#decoded > this.#options.maxBytes) this.#events.fault(tooLarge());
    else this.#content.add(chunk);
  }
}

function decoderFor(encoding: string | undefined): Transform | null {
  if (encoding === undefined || encoding === 'identity') return null;
  const decoder = DECODERS[encoding.trim().toLowerCase()]?.();
  if (!decoder) throw unknownEncoding();
  return decoder;
}

/** Also drops a byte order mark, with which JSON.parse fails. */
const UTF8 = new TextDecoder();

class WholeBody {
  readonly #events: BodyEvents;
  readonly #chunks: Buffer[] = [];

  constructor(events: BodyEvents) {
    this.#events = events;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  end(): void {
    const [only] = this.#chunks;
    const whole = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#events.text(UTF8.decode(whole));
  }
}

/** Passes on the data of the first event that is wanted. */
class EventStream {
  readonly #isWanted: (data: string) => boolean;
  readonly #events: BodyEvents;
  /** Also drops a byte order mark. */
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({ onEvent: ({ data }) => this.#look(data) });
  #endsWithReturn = false;
  #isFound = false;

  constructor(isWanted: (data: string) => boolean, events: BodyEvents) {
    this.#isWanted = isWanted;
    this.#events = events;
  }

  add(chunk: Buffer): void {
    if (!this.#isFound) this.#feed(this.#decoder.decode(chunk, { stream: true }));
  }

  /** A last event without the empty line that ends it counts. */
  end(): void {
    if (!this.#isFound) this.#feed('\n\n');
    if (!this.#isFound) this.#events.fault(noAnswerInStream());
  }

  /** The parser gets line feeds only: for other line ends it takes time that grows with the square of a chunk. */
  #feed(text: string): void {
    if (text === '') return;
    const rest = this.#endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#endsWithReturn = text.endsWith('\r');
    this.#parser.feed(rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest);
  }

  #look(data: string): void {
    if (this.#isFound || !this.#isWanted(data)) return;
    this.#isFound = true;
    this.#events.text(data);
  }
}
