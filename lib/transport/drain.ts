import { startDrain } from './http/draining';
import { closeMcpStreams } from './mcp';

/**
 * Ends the calls and streams that would delay a stop: waiting calls answer with the events so far, event streams end
 * cleanly. Calls that change something run to their end.
 */
export async function drainTransports(): Promise<void> {
  startDrain();
  await closeMcpStreams();
}
