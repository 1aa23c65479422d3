import type { AgentCaller } from '@/lib/core/caller';
import type { StreamName } from '@/lib/core/stream';
import { viewForAgent } from '@/lib/domain/streams';
import { type Audiences, lastEventId } from '@/lib/events';
import { eventsWait } from '@/lib/tools/events';
import { requireScope } from '@/lib/tools/run';

/** A stream as one agent may read it. */
export interface StreamView {
  stream: StreamName;
  audiences: Audiences;
}

/**
 * How an agent may read a stream, by whichever way it asks: it needs the scope of events.wait.
 * @throws FORBIDDEN without that scope · NOT_FOUND when there is no such stream, or not for this agent.
 */
export async function viewStream(agent: AgentCaller, name: string): Promise<StreamView> {
  requireScope(eventsWait, agent);
  const { stream, audiences } = await viewForAgent(agent, name);
  return { stream, audiences };
}

/** Id of the newest event that the view shows; '' when there is none. */
export async function newestId(view: StreamView): Promise<string> {
  return (await lastEventId(view.stream, view.audiences)) ?? '';
}
