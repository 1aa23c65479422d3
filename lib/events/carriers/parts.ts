import { randomBytes } from 'node:crypto';

/** PostgreSQL takes less than 8,000 bytes a notification. */
const MOST_BYTES = 7_500;
/** Of a text in a part, before base64 makes four of three. */
const PART_BYTES = 5_400;
/** No text of ours begins so: they are JSON. */
const MARK = '#';

/** A text as notifications: itself, or parts that one statement sends, and that arrive together and in order. */
export function inParts(text: string): string[] {
  if (Buffer.byteLength(text) <= MOST_BYTES) return [text];
  const bytes = Buffer.from(text);
  const id = randomBytes(9).toString('base64url');
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
    return [MARK, id, index, count, part.toString('base64')].join(' ');
  });
}

/** Puts together what `inParts` took apart. Parts whose beginning was missed are left out. */
export class PartsJoined {
  readonly #whole: (text: string) => void;
  #id: string | null = null;
  #parts: Buffer[] = [];

  constructor(whole: (text: string) => void) {
    this.#whole = whole;
  }

  take(text: string): void {
    if (text.startsWith(MARK)) this.#takePart(text);
    else this.#whole(text);
  }

  #takePart(text: string): void {
    const [, id = '', index, count, part = ''] = text.split(' ');
    if (Number(index) === 0) {
      this.#id = id;
      this.#parts = [];
    }
    if (this.#id !== id || this.#parts.length !== Number(index)) return;
    this.#parts.push(Buffer.from(part, 'base64'));
    if (this.#parts.length < Number(count)) return;
    const bytes = Buffer.concat(this.#parts);
    this.#id = null;
    this.#parts = [];
    this.#whole(bytes.toString('utf8'));
  }
}
