import { expect, it } from 'vitest';
import { BodyReader } from './body';

/** Sends text in pieces; returns the text, or the fault. */
function readIn(pieces: Iterable<string>): string {
  let outcome = '';
  const events = {
    text: (text: string) => {
      outcome ||= `read ${text.length}`;
    },
    fault: (error: Error) => {
      outcome ||= error.message;
    },
  };
  const reader = new BodyReader({ encoding: undefined, maxBytes: 1_048_576 }, events);
  for (const piece of pieces) {
    reader.add(Buffer.from(piece));
    if (outcome) return outcome;
  }
  reader.end();
  return outcome;
}

it('refuses a body of very many small pieces, each of which costs memory however small it is', () => {
  expect(readIn(Array<string>(100_000).fill('x'))).toBe('The experience answered in too many small pieces.');
});

it('reads a body in pieces of any usual size', () => {
  expect(readIn(Array<string>(3_000).fill('x'))).toBe('read 3000');
  expect(readIn(Array<string>(8_000).fill('x'.repeat(128)))).toBe('read 1024000');
});
