import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveUsage } from '@/bench/harness/process-usage';
import { startBus } from '@/lib/events';
import { InFlight } from '@/server/in-flight';
import { registerRelayApps } from '@/server/relay/apps';
import { RelayWebSockets } from '@/server/relay/web-sockets';
import { UpgradeRouter } from '@/server/upgrades';

// The relay with the cinema in a separate process, on the database that DATABASE_URL names.
await startBus();
registerRelayApps();
const server = http.createServer();
const upgrades = new UpgradeRouter(new InFlight());
upgrades.add(new RelayWebSockets().route);
upgrades.attach(server);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent/ws`;
process.stdout.write(`${JSON.stringify({ url, usageUrl: await serveUsage() })}\n`);
process.once('SIGTERM', () => process.exit(0));
