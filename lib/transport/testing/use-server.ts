import { afterAll, beforeAll } from 'vitest';
import { startBus, stopBus } from '@/lib/events';
import { serveTransports, type TestServer } from './serve';

/** Gives this test file the transports on a separate port, and the wake-up bus; call it once, after `useDatabase`. */
export function useServer(): { readonly url: string } {
  let server: TestServer | null = null;
  beforeAll(async () => {
    await startBus();
    server = await serveTransports();
  });
  afterAll(async () => {
    await server?.close();
    await stopBus();
  });
  return {
    get url() {
      if (!server) throw new Error('The server is there when tests run.');
      return server.url;
    },
  };
}
