import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useBreakableDatabase } from '@/lib/testing/database';
import { useWatchServer } from './testing/watch-server';

const database = useBreakableDatabase();

const { spectator } = useWatchServer();

beforeAll(async () => {
  await startBus();
  await seedFirstParty();
});

afterAll(async () => {
  database().repair();
  await stopBus();
});

test('a subscription while the database is away is refused as retryable, and works on the same socket later', async () => {
  const { ask } = await spectator();
  const unknown = { stream: `match:${newId()}` };
  expect(await ask('subscribe', unknown)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  database().cut();
  for (const stream of [unknown.stream, 'live']) {
    const { error } = await ask('subscribe', { stream });
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
    expect(JSON.stringify(error)).not.toMatch(/ECONN|127\.0\.0\.1/);
  }
  database().repair();
  await expect.poll(async () => (await ask('subscribe', { stream: 'live' })).error ?? null).toBeNull();
  expect(await ask('subscribe', unknown)).toMatchObject({ error: { code: 'NOT_FOUND' } });
});
