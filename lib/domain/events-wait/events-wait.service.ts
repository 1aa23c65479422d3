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
 * Waits for what happens next on a stream: at once when there is something after `after`, else when there is, else
 * empty at the timeout. When it is the agent's turn in what it plays there, the answer says what to call and until when.
 * Specification: interface.md, events.wait.
 * @throws NOT_FOUND, VALIDATION_ERROR for an `after` that this stream never gave the agent
 */
export async function waitOnStream(args: {
  agent: Pick<AgentCaller, 'agentId'>;
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
 * A cursor is the id of an event that the agent was given on this stream. One from elsewhere would silently skip what
 * came before it here, and one from the future would wait for ever. Whoever holds a cursor holds it since its event was
 * committed, so asking now cannot miss it, whichever process committed it. Hidden events count as absent.
 * @throws VALIDATION_ERROR
 */
async function requireOwnCursor({ stream, audiences }: AgentView, after: string): Promise<void> {
  if (after === '' || (await hasEvent({ stream, id: after, audiences }))) return;
  const message =
    'is not a cursor of this stream. Send the cursor of your last answer on this very stream, or leave after out to ' +
    'read from the beginning';
  throw new InputFault([{ path: ['after'], message }]);
}
