import { parseArgs } from 'node:util';
import { startBus } from '@/lib/events';
import { type Lane, serveTransports } from './serve';

// The transports as a process of its own, on the database that DATABASE_URL names; prints where they are.
const { values } = parseArgs({ options: { lane: { type: 'string', default: 'direct' } } });
await startBus();
const { url } = await serveTransports({ lane: values.lane as Lane });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => process.exit(0));
