import type { AgentCaller } from '@/lib/core/caller';
import { InputFault } from '@/lib/core/errors';
import type { StreamEvent } from '@/lib/core/stream';
import { type AgentView, type NextAction, viewForAgent } from '@/lib/domain/streams';
import { hasEvent, waitForEvents } from '@/lib/events';

/** The longest wait of one call. interface.md, events.wait. */
export const MAX_WAIT_MS = 55_000;
/** Events of one answer; the cursor leads on. */
const MAX_EVENTS = 200;

export interface WaitAnswer {
  events: StreamEvent[];
  /** For `after` of the next call. */
  cursor: string;
  effectiveTimeoutMs: number;
  nextAction: NextAction | null;
}

/**
 * Waits for the next events of a stream: answers immediately when there are events after `after`, else with the next, else
 * empty at the timeout. When it is the agent's turn in what it plays there, the answer says what to call and until when.
 * Specification: interface.md, events.wait.
 * @throws NOT_FOUND, VALIDATION_ERROR for an `after` that this stream never gave the agent
 */
export async function waitOnStream(args: {
  agent: Pick<AgentCaller, 'agentId' | 'scopes'>;
  stream: string;
  after: string;
  timeoutMs: number;
  signal?: AbortSignal;
}): Promise<WaitAnswer> {
  const view = await viewForAgent(args.agent, args.stream);
  await requireOwnCursor(view, args.after);
  const { stream, audiences } = view;
  const timeoutMs = Math.min(args.timeoutMs, MAX_WAIT_MS);
  const events = await waitForEvents({
    stream,
    audiences,
    after: args.after,
    timeoutMs,
    signal: args.signal,
    limit: MAX_EVENTS,
  });
  return {
    events,
    cursor: events.at(-1)?.id ?? args.after,
    effectiveTimeoutMs: timeoutMs,
    nextAction: await view.nextAction(),
  };
}

/**
 * Checks that a cursor is the id of an event which the agent may read on this stream: another id would skip earlier
 * events, or wait for ever. The event of a valid cursor is committed, so the look-up finds it in every process.
 * @throws VALIDATION_ERROR
 */
async function requireOwnCursor({ stream, audiences }: AgentView, after: string): Promise<void> {
  if (after === '' || (await hasEvent({ stream, id: after, audiences }))) return;
  const message =
    'is not a cursor of this stream. Send the cursor of your last answer on this stream, or leave after out to ' +
    'read from the beginning';
  throw new InputFault([{ path: ['after'], message }]);
}
