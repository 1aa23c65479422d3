import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, type OwnerId } from '@/lib/core/ids';
import { broadcast, startBus, stopBus } from '@/lib/events';
import { useBreakableDatabase } from '@/lib/testing/database';
import { announceNotices, followNews } from '.';

const database = useBreakableDatabase();
beforeAll(startBus);
afterAll(async () => {
  database().repair();
  await stopBus();
});

test('announcing notices that are stored never fails, and wakes the pages of the own process', async () => {
  const ownerId = newId() as OwnerId;
  let woken = 0;
  const stop = followNews(ownerId, () => woken++);
  database().cut();
  await expect(broadcast('notices', 'of nobody')).rejects.toThrow();
  await announceNotices(ownerId);
  expect(woken).toBe(1);
  stop();
});
