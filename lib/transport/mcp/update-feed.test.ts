import { afterAll, beforeAll, expect, test } from 'vitest';
import { socialStream } from '@/lib/core/stream';
import { pool, transaction } from '@/lib/data/database';
import { PERMANENT_LOBBY_ID, seedSocialLobby } from '@/lib/domain/social';
import { appendEvents, publish, startBus, stopBus } from '@/lib/events';
import { useBreakableDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { UpdateFeed } from './update-feed';

const database = useBreakableDatabase();

beforeAll(async () => {
  await startBus();
  await seedSocialLobby();
});

afterAll(async () => {
  database().repair();
  await stopBus();
});

test('a resource that is subscribed while the database is away is followed when it is back', async () => {
  const { caller } = await agentFixture();
  const stream = socialStream(PERMANENT_LOBBY_ID);
  const uri = `botplay://streams/${stream}`;
  const updated: string[] = [];
  const feed = new UpdateFeed(caller, async (named) => void updated.push(named));
  database().cut();
  feed.start([{ uri, since: '' }], null);
  await expect(pool().query('SELECT 1')).rejects.toThrow();
  database().repair();
  const message = { type: 'message', data: { text: 'hello' } };
  publish(await transaction((client) => appendEvents(client, stream, [message])));
  await expect.poll(() => updated, { timeout: 10_000 }).toContain(uri);
  feed.stop();
});
