/**
 * The server of bench/sockets.ts for calls that wait: the product's transports, and a bare long poll of node:http beside
 * them. Messages of the parent ask for its memory and for the number of calls that wait.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitingCallPlaces } from '@/lib/domain/limits';
import { startBus } from '@/lib/events';
import { serveTransports } from '@/lib/transport/testing/serve';
import { maxFiles, readMemory } from './harness/memory';

const WAIT_MS = 55_000;

await startBus();
const { url } = await serveTransports({ lane: 'direct' });

const bareCalls = new Set<ServerResponse>();
const bare = createServer((_request, response) => {
  bareCalls.add(response);
  const timer = setTimeout(() => response.end('{}'), WAIT_MS);
  response.once('close', () => {
    clearTimeout(timer);
    bareCalls.delete(response);
  });
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));

process.on('message', (command: { kind: 'memory' | 'waiting' }) => {
  if (command.kind === 'memory') process.send?.(readMemory());
  else process.send?.({ waiting: waitingCallPlaces().running + bareCalls.size });
});
process.once('disconnect', () => process.exit());
process.send?.({ url, bareUrl: `http://127.0.0.1:${(bare.address() as AddressInfo).port}`, maxFiles: maxFiles() });
