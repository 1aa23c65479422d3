/** A process that only runs the ticker: `tsx server/testing/ticker-process.ts`, for the tests that kill it. */
import { startBus } from '@/lib/events';
import { startTicker } from '../ticker';

await startBus();
startTicker();
process.send?.('ticking');
