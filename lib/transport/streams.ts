import type { AgentCaller } from '@/lib/core/caller';
import { type AgentView, viewForAgent } from '@/lib/domain/streams';
import { lastEventId } from '@/lib/events';
import { requireScope } from '@/lib/tools/access';
import { eventsWait } from '@/lib/tools/events';

/** A stream as one agent may read it. */
export type StreamView = Pick<AgentView, 'stream' | 'audiences' | 'present'>;

/**
 * What an agent may read of a stream, over any transport. It needs the scope of events.wait.
 * @throws FORBIDDEN without that scope · NOT_FOUND when the stream does not exist for this agent
 */
export async function viewStream(agent: AgentCaller, name: string): Promise<StreamView> {
  requireScope(eventsWait, agent);
  const { stream, audiences, present } = await viewForAgent(agent, name);
  return { stream, audiences, present };
}

/** Id of the newest event that the view shows; '' when it shows no event. */
export async function newestId(view: StreamView): Promise<string> {
  return (await lastEventId(view.stream, view.audiences)) ?? '';
}
