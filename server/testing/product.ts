import { afterAll, beforeAll } from 'vitest';
import { env } from '@/lib/core/env';
import { useCatalog } from '@/lib/testing/catalog';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';
import { startTicker, stopTicker } from '../ticker';

/**
 * Gives this test file a database with the built-in games, both transports and the ticker, without exhibition matches.
 * Call it once at the top. Returns the address, for use in tests.
 */
export function useProduct(): () => string {
  let server: TestServer;
  useCatalog();
  beforeAll(async () => {
    env().EXHIBITION = false;
    startTicker();
    server = await serveTransports();
  });
  afterAll(async () => {
    await server.close();
    await stopTicker();
  });
  return () => server.url;
}
