import type { AgentCaller } from '@/lib/core/caller';
import { type MaybeDeferred, proceed } from '@/lib/core/deferred';
import { InputFault } from '@/lib/core/errors';
import type { StreamEvent } from '@/lib/core/stream';
import { type AgentView, type NextAction, viewForAgent } from '@/lib/domain/streams';
import { deferEvents, hasEvent, lastEventId, readAfterCursor, readEvents } from '@/lib/events';

/** The longest wait of one call. interface.md, events.wait. */
export const MAX_WAIT_MS = 55_000;
/** In place of a cursor: only events that come after the call. */
export const LATEST = 'latest';
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
 * The next events of a stream: now when there are events after `after`, else deferred until the next one, empty at the timeout or when
 * the wait is ended. When it is the agent's turn in what it plays there, the answer says what to call and until when. Calls that wait
 * for the same events get one and the same array of them.
 * Specification: interface.md, events.wait.
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
}): Promise<MaybeDeferred<WaitAnswer>> {
  const view = await viewForAgent(args.agent, args.stream);
  const after = args.after === LATEST ? ((await lastEventId(view.stream, view.audiences)) ?? '') : args.after;
  const wait = { view, after, timeoutMs: Math.min(args.timeoutMs, MAX_WAIT_MS) };
  if (args.until === 'my_turn') return waitForTurn(wait);
  return proceed(await eventsAfter(wait), (events) =>
    isPlain(view) ? toAnswer(wait, events, null) : answerWithAction(wait, events),
  );
}

/** A wait for events after `after`. */
interface Wait {
  view: AgentView;
  after: string;
  timeoutMs: number;
}

async function eventsAfter({ view, after, timeoutMs }: Wait): Promise<MaybeDeferred<StreamEvent[]>> {
  const stored = after === '' ? [] : await readAfter(after, view, timeoutMs === 0);
  if (stored.length > 0) return stored;
  const { stream, audiences } = view;
  return deferEvents({ stream, audiences, limit: MAX_EVENTS, after, timeoutMs, isAnsweredInTurn: isPlain(view) });
}

/** Whether the answer of a stream is its events alone. */
const isPlain = (view: AgentView): boolean => !view.present && !view.nextAction;

async function answerWithAction(wait: Wait, events: StreamEvent[], looked?: NextAction | null): Promise<WaitAnswer> {
  const { view } = wait;
  const visible = events.length > 0 && view.present ? await view.present(events) : events;
  const action = looked === undefined ? ((await view.nextAction?.()) ?? null) : looked;
  const answer = toAnswer(wait, visible, action);
  if (action?.brief || events.length === 0) return answer;
  const brief = await view.brief?.(events);
  return brief ? { ...answer, brief } : answer;
}

const toAnswer = ({ after, timeoutMs }: Wait, events: StreamEvent[], nextAction: NextAction | null): WaitAnswer => ({
  events,
  cursor: events.at(-1)?.id ?? after,
  effectiveTimeoutMs: timeoutMs,
  nextAction,
});

/** Events after which no turn comes any more. */
const ENDS: ReadonlySet<string> = new Set(['match_ended', 'match_cancelled']);

/**
 * Whether a wait until `my_turn` ends with these events and this next action: the match waits for the agent, or has ended, or
 * one answer takes no more events.
 */
export function endsWaitForTurn(
  events: readonly Pick<StreamEvent, 'type'>[],
  action: Pick<NextAction, 'optional'> | null,
): boolean {
  const isTurn = action !== null && (!action.optional || events.length > 0);
  return isTurn || events.some(({ type }) => ENDS.has(type)) || events.length >= MAX_EVENTS;
}

/**
 * Waits until the agent has something to do: a call that the match waits for, also one that it waits for already, or one that
 * an event of this wait makes possible. Ends with the match too. One look for the next action after each group of events.
 */
async function waitForTurn(wait: Wait): Promise<MaybeDeferred<WaitAnswer>> {
  const { view, after, timeoutMs } = wait;
  const endsAt = performance.now() + timeoutMs;
  const events: StreamEvent[] = [];
  const look = async (found: StreamEvent[], isFirst: boolean): Promise<MaybeDeferred<WaitAnswer>> => {
    events.push(...found);
    const action = (await view.nextAction?.()) ?? null;
    const leftMs = Math.max(0, endsAt - performance.now());
    // A wait without events was ended, by its timeout or by its caller.
    const isEnded = leftMs === 0 || (!isFirst && found.length === 0);
    if (isEnded || endsWaitForTurn(events, action)) return answerWithAction(wait, events, action);
    const next = await eventsAfter({ view, after: events.at(-1)?.id ?? after, timeoutMs: leftMs });
    return proceed(next, (more) => look(more, false));
  };
  return proceed(await eventsAfter({ ...wait, timeoutMs: 0 }), (found) => look(found, true));
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
