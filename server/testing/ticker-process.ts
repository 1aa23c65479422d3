/** A process that only runs the ticker: `tsx server/testing/ticker-process.ts`, for the tests that kill it. */
import { advanceClock } from '@/lib/core/clock';
import { startBus } from '@/lib/events';
import { startTicker } from '../ticker';

// Ahead of the other processes by this many milliseconds.
advanceClock(Number(process.env.TEST_AHEAD_MS ?? 0));
await startBus();
startTicker();
process.send?.('ticking');
