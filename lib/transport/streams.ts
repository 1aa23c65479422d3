import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { type Audiences, lastEventId, readEvents } from '@/lib/events';

/** A stream as one agent may read it. */
export interface ReadableView {
  stream: StreamName;
  audiences: Audiences;
}

/** @throws NOT_FOUND when there is no such stream, or not for this agent. */
export async function viewStream(agent: AgentCaller, stream: string): Promise<ReadableView> {
  if (stream === 'me') return { stream: `agent:${agent.agentId}`, audiences: 'all' };
  throw new AppError('NOT_FOUND', `There is no stream "${stream.slice(0, 100)}".`);
}

/** Id of the newest event that the view shows; '' when there is none. */
export async function newestId(view: ReadableView): Promise<string> {
  return (await lastEventId(view.stream, view.audiences)) ?? '';
}

/** The first events of a view, oldest first. */
export function readView(view: ReadableView, after: string, limit: number): Promise<StreamEvent[]> {
  return readEvents({ ...view, after, limit });
}
