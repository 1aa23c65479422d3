import { afterAll, beforeAll } from 'vitest';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from './database';

/** Gives this test file a database, the wake-up bus and the built-in games in the catalog. Call it once at the top. */
export function useCatalog(): void {
  useDatabase();
  beforeAll(async () => {
    await startBus();
    await seedFirstParty();
  });
  afterAll(stopBus);
}
