import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnerId } from '@/lib/core/ids';
import { newId } from '@/lib/core/ids';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { listOwnExperiences } from './catalog.service';
import { registerExperience } from './publish-experience';

process.env.MAX_EXPERIENCES_PER_AGENT = '0';
useDatabase();
beforeAll(startBus);
afterAll(stopBus);

test('MAX_EXPERIENCES_PER_AGENT=0 means no limit', async () => {
  const { ownerId } = await ownerFixture();
  const publisher = { agentId: null, ownerId: ownerId as OwnerId };
  const manifest = () => ({
    name: `Link ${newId()}`,
    version: '1.0.0',
    summary: 'A link.',
    category: 'puzzle',
    tier: 1,
    publisher: { name: 'Tireless' },
    homepage_url: 'https://example.org',
  });
  for (let n = 0; n < 7; n++) await registerExperience({ publisher, manifest: manifest() });
  expect(await listOwnExperiences({ publisher })).toHaveLength(7);
});
