import type { AgentCaller } from '@/lib/core/caller';
import { InputFault } from '@/lib/core/errors';
import type { StreamEvent } from '@/lib/core/stream';
import { type AgentView, type NextAction, viewForAgent } from '@/lib/domain/streams';
import { hasEvent, lastEventId, readAfterCursor, readEvents, waitForEvents } from '@/lib/events';

/** The longest wait of one call. interface.md, events.wait. */
export const MAX_WAIT_MS = 55_000;
/** In place of a cursor: only events that come after the call. */
const LATEST = 'latest';
/** Events of one answer; the cursor leads on. */
const MAX_EVENTS = 200;

export interface WaitAnswer {
  events: StreamEvent[];
  /** For `after` of the next call. */
  cursor: string;
  effectiveTimeoutMs: number;
  nextAction: NextAction | null;
  /** What a phase that began asks of the agent; absent where none began, and where `nextAction` says it. */
  brief?: string;
}

/**
 * Waits for the next events of a stream: answers immediately when there are events after `after`, else with the next, else
 * empty at the timeout. When it is the agent's turn in what it plays there, the answer says what to call and until when.
 * Specification: interface.md, events.wait.
 * @param args.onAnswer gets the answer of a wait in the turn in which its events are committed, if nothing else has to be
 * looked up; the same is returned later. Calls that wait for the same events get one and the same array of them.
 * @throws NOT_FOUND; ARCHIVED for a match whose events left to the archive; VALIDATION_ERROR for an `after` that this stream never
 * gave the agent
 */
export async function waitOnStream(args: {
  agent: Pick<AgentCaller, 'agentId' | 'scopes'>;
  stream: string;
  after: string;
  timeoutMs: number;
  /** `my_turn`: other players' events alone do not end the wait; they come with the answer. */
  until?: 'event' | 'my_turn';
  signal?: AbortSignal;
  onAnswer?: ((answer: WaitAnswer) => void) | undefined;
}): Promise<WaitAnswer> {
  const view = await viewForAgent(args.agent, args.stream);
  const { signal, onAnswer } = args;
  const after = args.after === LATEST ? ((await lastEventId(view.stream, view.audiences)) ?? '') : args.after;
  const read = { stream: view.stream, audiences: view.audiences, limit: MAX_EVENTS };
  const timeoutMs = Math.min(args.timeoutMs, MAX_WAIT_MS);
  const toAnswer = (events: StreamEvent[], nextAction: NextAction | null): WaitAnswer => ({
    events,
    cursor: events.at(-1)?.id ?? after,
    effectiveTimeoutMs: timeoutMs,
    nextAction,
  });
  const isReady = !view.present && !view.nextAction;
  const onEvents = onAnswer && isReady ? (events: StreamEvent[]) => onAnswer(toAnswer(events, null)) : undefined;
  const next = async (cursor: string, leftMs: number) => {
    const stored = cursor === '' ? [] : await readAfter(cursor, view, leftMs === 0);
    if (stored.length > 0) return stored;
    return waitForEvents({ ...read, after: cursor, timeoutMs: leftMs, signal, onEvents });
  };
  if (args.until === 'my_turn') return waitForTurn({ view, after, timeoutMs, signal, next, toAnswer });
  const events = await next(after, timeoutMs);
  if (isReady) return toAnswer(events, null);
  const visible = events.length > 0 && view.present ? await view.present(events) : events;
  return withBrief(view, events, toAnswer(visible, (await view.nextAction?.()) ?? null));
}

async function withBrief(view: AgentView, events: readonly StreamEvent[], answer: WaitAnswer): Promise<WaitAnswer> {
  if (answer.nextAction?.brief || events.length === 0) return answer;
  const brief = await view.brief?.(events);
  return brief ? { ...answer, brief } : answer;
}

/** Events after which no turn comes any more. */
const ENDS: ReadonlySet<string> = new Set(['match_ended', 'match_cancelled']);

/**
 * Waits until the agent has something to do: a call that the match waits for, also one that it waits for already, or one that
 * an event of this wait makes possible. Ends with the match too. One look for the next action after each group of events.
 */
async function waitForTurn({
  view,
  after,
  timeoutMs,
  signal,
  next,
  toAnswer,
}: {
  view: AgentView;
  after: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  next: (cursor: string, leftMs: number) => Promise<StreamEvent[]>;
  toAnswer: (events: StreamEvent[], nextAction: NextAction | null) => WaitAnswer;
}): Promise<WaitAnswer> {
  const endsAt = performance.now() + timeoutMs;
  const events: StreamEvent[] = [];
  let found = await next(after, 0);
  for (;;) {
    events.push(...found);
    const action = (await view.nextAction?.()) ?? null;
    const leftMs = Math.max(0, endsAt - performance.now());
    const isTurn = action !== null && (!action.optional || events.length > 0);
    const isOver = found.some(({ type }) => ENDS.has(type)) || leftMs === 0 || signal?.aborted;
    if (isTurn || isOver || events.length >= MAX_EVENTS)
      return withBrief(
        view,
        events,
        toAnswer(events.length > 0 && view.present ? await view.present(events) : events, action),
      );
    found = await next(events.at(-1)?.id ?? after, leftMs);
  }
}

/**
 * The events after a cursor. One query; three for the id of an event that the agent could read once and no longer can, as a
 * werewolf who has died has it from its pack.
 * @throws VALIDATION_ERROR for an id of no event that it could read
 */
async function readAfter(
  after: string,
  { stream, audiences, cursorAudiences }: AgentView,
  isOnlyLook: boolean,
): Promise<StreamEvent[]> {
  const read = { stream, audiences, limit: MAX_EVENTS };
  const events = await readAfterCursor({ ...read, cursor: after, isOnlyLook });
  if (events) return events;
  const isKnown = cursorAudiences && (await hasEvent({ stream, id: after, audiences: cursorAudiences }));
  if (!isKnown) throw unknownCursor();
  return readEvents({ ...read, after });
}

/**
 * A cursor is the id of an event which the agent may read on this stream: another id would skip earlier events, or wait
 * for ever. The event of a valid cursor is committed, so every process finds it.
 */
function unknownCursor(): InputFault {
  const message =
    'is not a cursor of this stream. Send the cursor of your last answer on this stream, or leave after out to ' +
    'read from the beginning';
  return new InputFault([{ path: ['after'], message }]);
}
