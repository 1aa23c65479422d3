import { startBus } from '@/lib/events';
import { openRelayServer } from './relay-server';

/** A second process of the relay: prints its address and serves until it is killed. */
await startBus();
const { url } = await openRelayServer();
process.stdout.write(`serves ${url}\n`);
