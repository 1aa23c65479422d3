import { randomBytes } from 'node:crypto';

/** PostgreSQL takes less than 8,000 bytes per notification. */
const MAX_BYTES = 7_500;
/** Bytes of a text per part, before base64 makes four of three. */
const PART_BYTES = 5_400;
/** Begins a part. No text of ours begins so: they are JSON. */
const MARK = '#';

/** Splits a text into notifications: itself, or parts to send by one statement, which arrive together and in order. */
export function splitText(text: string): string[] {
  if (Buffer.byteLength(text) <= MAX_BYTES) return [text];
  const bytes = Buffer.from(text);
  const id = randomBytes(9).toString('base64url');
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
    return [MARK, id, index, count, part.toString('base64')].join(' ');
  });
}

/** Reassembles the texts of `splitText`. Parts whose first part was missed are ignored. */
export class TextAssembler {
  readonly #onText: (text: string) => void;
  #id: string | null = null;
  #parts: Buffer[] = [];

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  /** Takes one notification. */
  add(text: string): void {
    if (text.startsWith(MARK)) this.#addPart(text);
    else this.#onText(text);
  }

  #addPart(text: string): void {
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
    this.#onText(bytes.toString('utf8'));
  }
}
