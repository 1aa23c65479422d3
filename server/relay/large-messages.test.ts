import { beforeEach, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useDatabase } from '@/lib/testing/database';
import { useRelay } from './testing/use-relay';

useDatabase();

const { client } = useRelay();

beforeEach(() => resetOnce('transport.message_budgets'));

const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
const frame = (payload: unknown) => ({ v: 'mvp-0.2', type: 'user.action', id: 'a', payload });

describe.each(['ws', 'io'] as const)('over %s', (kind) => {
  test('a frame with too many fields closes the connection before it is parsed', async () => {
    const one = await client(kind);
    one.raw(frame(manyFields(4_000)));
    await one.until(({ type }) => type === 'error', 'the answer to a frame below the bound');
    one.raw(frame(manyFields(6_000)));
    expect(await one.untilClosed()).not.toBeNull();
  });

  test('the bytes of large frames count for all connections of an address', async () => {
    const large = frame({ text: 'x'.repeat(200_000) });
    for (let sent = 0; sent < 5; sent++) {
      const one = await client(kind);
      one.raw(large);
      await one.until(({ type }) => type === 'error', 'the answer to a large frame');
    }
    const last = await client(kind);
    for (let sent = 0; sent < 5; sent++) last.raw(large);
    expect(await last.untilClosed()).not.toBeNull();
    const small = await client(kind);
    expect((await small.ask('relay.join', { role: 'agent', sessionId: `room-${kind}` })).type).toBe('relay.joined');
  });
});
