import { expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { splitText, TextAssembler } from './parts';
import { postgresCarrier } from './postgres';

useDatabase();

it('carries texts of any length, complete and in order', async () => {
  const carrier = postgresCarrier();
  const received: string[] = [];
  const disconnect = await carrier.connect({ received: (text) => received.push(text), lost: () => {} });
  const texts = [
    '{"short":1}',
    JSON.stringify('é🙂"\\'.repeat(40_000)),
    'x'.repeat(7_500),
    'ü'.repeat(7_500),
    '{"last":1}',
  ];
  try {
    await Promise.all([carrier.send(texts), carrier.send(texts)]);
    await expect.poll(() => received.length).toBe(2 * texts.length);
    expect(received).toEqual([...texts, ...texts]);
  } finally {
    await disconnect();
  }
});

it('ignores a text whose first part was missed and delivers the next', () => {
  const received: string[] = [];
  const assembler = new TextAssembler((text) => received.push(text));
  const [first, second] = [splitText('a'.repeat(20_000)), splitText('b'.repeat(20_000))];
  for (const part of [...first.slice(1), ...second]) assembler.add(part);
  expect(received).toEqual(['b'.repeat(20_000)]);
});
