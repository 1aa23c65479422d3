import { now } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import type { Change } from './change-room';
import { type ForwardedRequest, type NewRoomEvent, RelayFault, type Requester, type Room } from './relay.schema';
import { answerTo, received } from './room-events';

/** The requester of a forwarded request, as whom it is answered. */
export const requesterOf = (roomId: string, { id, memberId, requestId }: ForwardedRequest): Requester => ({
  roomId,
  memberId,
  role: 'agent',
  forwardedAs: id,
  ...(requestId === undefined ? {} : { requestId }),
});

/** The requests of a room that wait for its page. */
export const waitingRequests = (room: Room): ForwardedRequest[] => room.live.requests ?? [];

/** The frame that the page is sent, as the agent sent it, with an id of ours that the page answers. */
export function forwardedEvent(of: Requester, type: string, payload: JsonObject, forwardedAs?: string): NewRoomEvent {
  const event = received(of, type, payload);
  const internal = { ...event.internal, ...(forwardedAs === undefined ? {} : { forwardedAs }) };
  return { ...event, audience: 'host', internal };
}

/** Removes requests that wait for the page, and answers each with why. */
export function withoutRequests(
  room: Room,
  isOver: (request: ForwardedRequest) => boolean,
  message: string,
): Pick<Change<unknown>, 'next' | 'events'> {
  const requests = waitingRequests(room);
  const over = requests.filter(isOver);
  // A session ends also when the page does not answer.
  const answered = over.filter(({ type }) => type !== 'session.end');
  if (over.length === 0) return { next: {}, events: [] };
  const left = requests.filter((request) => !over.includes(request));
  return {
    next: { live: { ...room.live, requests: left } },
    events: answered.flatMap((request): NewRoomEvent[] => [
      answerTo(requesterOf(room.id, request), 'error', { code: 'TOOL_EXECUTION_FAILED', message }),
      { direction: 'out', type: 'request.cancelled', payload: { requestId: request.id, message }, audience: 'host' },
    ]),
  };
}

/** The request that a frame of the page answers. @throws RelayFault INVALID_PARAMS when it does not wait any more */
export function requireRequest(room: Room, of: Requester, types: readonly string[]): ForwardedRequest {
  requireHostItself(room, of);
  const request = waitingRequests(room).find(({ id }) => id === of.replyTo);
  if (!request || Date.parse(request.expiresAt) < now().getTime())
    throw new RelayFault('INVALID_PARAMS', `replyTo: no request ${JSON.stringify(of.replyTo ?? null)} waits any more.`);
  if (types.length > 0 && !types.includes(request.type))
    throw new RelayFault('INVALID_PARAMS', `replyTo: the request is ${request.type}, which is answered otherwise.`);
  return request;
}

/** @throws RelayFault SESSION_NOT_ACTIVE for a page that a newer one has replaced */
export function requireHostItself(room: Room, { memberId }: Requester): void {
  if (room.hostId !== memberId) throw new RelayFault('SESSION_NOT_ACTIVE', 'Another page has this session.');
}
