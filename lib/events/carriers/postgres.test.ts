import { expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { inParts, PartsJoined } from './parts';
import { postgresCarrier } from './postgres';

useDatabase();

it('carries texts of any length, each whole and in order', async () => {
  const carrier = postgresCarrier();
  const heard: string[] = [];
  const hangUp = await carrier.listen({ heard: (text) => heard.push(text), lost: () => {} });
  const texts = [
    '{"short":1}',
    JSON.stringify('é🙂"\\'.repeat(40_000)),
    'x'.repeat(7_500),
    'ü'.repeat(7_500),
    '{"last":1}',
  ];
  try {
    await Promise.all([carrier.send(texts), carrier.send(texts)]);
    await expect.poll(() => heard.length).toBe(2 * texts.length);
    expect(heard).toEqual([...texts, ...texts]);
  } finally {
    await hangUp();
  }
});

it('leaves out a text whose beginning was missed, and hears the next', () => {
  const heard: string[] = [];
  const joined = new PartsJoined((text) => heard.push(text));
  const [first, second] = [inParts('a'.repeat(20_000)), inParts('b'.repeat(20_000))];
  for (const part of [...first.slice(1), ...second]) joined.take(part);
  expect(heard).toEqual(['b'.repeat(20_000)]);
});
