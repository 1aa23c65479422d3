import { iso } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { relayStream } from '@/lib/core/stream';
import { followStream } from '@/lib/events';
import { type Change, changeRoom } from './change-room';
import { type ForwardedRequest, RelayFault, type Requester, type Room, type RoomEvent } from './relay.schema';
import { forwardedEvent, waitingRequests, withoutRequests } from './requests';

/** How long a page may take to answer; a sign of progress gives it the same time again. */
export const ANSWER_MS = 30_000;
/** A page that only says that it works on something is not waited for any longer. */
export const MAX_ANSWER_MS = 600_000;
/** Requests of one room that wait for the page. */
const MAX_REQUESTS = 64;

/** A request, and what must hold so that it is forwarded. */
interface Forwarding {
  type: ForwardedRequest['type'];
  payload: JsonObject;
  /** @throws RelayFault · returns another change when the request is decided without the page */
  check: (room: Room, at: Date) => Change<Outcome> | Promise<Change<Outcome> | null> | null;
  /** Whether the next request of the connection may be taken meanwhile. */
  isOvertaken: boolean;
  timeoutMs?: number;
}

/** How a request ended: by an answer of the page, by the end of its time, or without the page. */
type Outcome = 'answered' | 'expired' | 'decided' | { id: string; after: string | null };

/**
 * Forwards a request of an agent to the page of its room and waits for the answer, in any process; one that waits already is
 * not forwarded again. One statement, and one for the answer. When the time is over the request is taken back; the caller answers it.
 * @throws RelayFault what `check` throws · TOOL_EXECUTION_FAILED when too many requests wait
 */
export async function forwardRequest(of: Requester, forwarding: Forwarding): Promise<Exclude<Outcome, object>> {
  const { type, payload, timeoutMs = ANSWER_MS } = forwarding;
  // What begins a session is decided by whether one runs.
  const repeatable = type === 'session.start' ? undefined : of;
  const first = await changeRoom<Outcome>(
    of.roomId,
    async (room, at) => {
      const requests = waitingRequests(room);
      const repeated = of.requestId === undefined ? undefined : requests.find((one) => isSame(one, of, type));
      if (repeated) return { next: {}, events: [], value: { id: repeated.id, after: room.head.lastId } };
      const decided = await forwarding.check(room, at);
      if (decided) return decided;
      if (requests.length >= MAX_REQUESTS)
        throw new RelayFault('TOOL_EXECUTION_FAILED', 'Too many requests wait for the page. Wait for an answer.');
      const id = newId();
      const request: ForwardedRequest = {
        id,
        type,
        memberId: of.memberId,
        payload,
        expiresAt: iso(new Date(at.getTime() + timeoutMs)),
        askedAt: iso(at),
        ...(of.requestId === undefined ? {} : { requestId: of.requestId }),
      };
      return {
        next: { live: { ...room.live, requests: [...requests, request] } },
        events: [forwardedEvent(of, type, payload, id)],
        value: { id, after: room.head.lastId },
      };
    },
    repeatable,
  );
  if (typeof first !== 'object') return first;
  if (forwarding.isOvertaken) of.onWait?.();
  return waitForAnswer(of.roomId, first.id, first.after, timeoutMs);
}

/** Whether a request waits already that an agent, which has come back, sends again. */
const isSame = (waiting: ForwardedRequest, of: Requester, type: ForwardedRequest['type']): boolean =>
  waiting.memberId === of.memberId && waiting.requestId === of.requestId && waiting.type === type;

/** Waits until a request is answered; `expired` when its time is over and nobody has answered. */
function waitForAnswer(
  roomId: string,
  id: string,
  after: string | null,
  timeoutMs: number,
): Promise<'answered' | 'expired'> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const end = (outcome: 'answered' | 'expired') => {
      clearTimeout(timer);
      stop();
      resolve(outcome);
    };
    const arm = (ms: number) => {
      timer = setTimeout(expire, ms).unref();
    };
    const expire = () =>
      takeBack(roomId, id).then(
        (leftMs) => (leftMs > 0 ? arm(leftMs) : end('expired')),
        (error) => {
          if (!(error instanceof RelayFault)) log.warn({ err: error }, 'could not take back a request to a page');
          end('expired');
        },
      );
    const stop = followStream({
      stream: relayStream(roomId),
      after,
      audiences: ['room', 'member'],
      onEvents: (events) => {
        for (const { data } of events as RoomEvent[]) if (data.internal?.answers === id) return end('answered');
      },
    });
    arm(timeoutMs);
  });
}

/** Takes a request back whose time is over. Returns the milliseconds that it has left, after a sign of progress; 0: none. */
async function takeBack(roomId: string, id: string): Promise<number> {
  return changeRoom<number>(roomId, (room, at) => {
    const request = waitingRequests(room).find((one) => one.id === id);
    const leftMs = request ? Date.parse(request.expiresAt) - at.getTime() : 0;
    if (!request || leftMs > 0) return { next: {}, events: [], value: Math.max(0, leftMs) };
    return { ...withoutRequests(room, ({ id: other }) => other === id, NO_ANSWER), value: 0 };
  });
}

const NO_ANSWER = 'The page did not answer in time.';
