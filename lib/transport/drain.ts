import { startDrain } from './http/draining';
import { closeMcpStreams } from './mcp';

/**
 * Ends what would keep a stopping process busy: waiting calls answer with what they have, event streams end cleanly.
 * Calls that change something are left to finish.
 */
export async function drainTransports(): Promise<void> {
  startDrain();
  await closeMcpStreams();
}
