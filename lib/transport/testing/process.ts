import { parseArgs } from 'node:util';
import { startBus } from '@/lib/events';
import { type Lane, serveTransports } from './serve';

// The transports in another process, on the database of DATABASE_URL; prints their URL.
const { values } = parseArgs({ options: { lane: { type: 'string', default: 'direct' } } });
await startBus();
const { url } = await serveTransports({ lane: values.lane as Lane });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => process.exit(0));
