import { processId } from '@/lib/events';
import type { Approval, NewRoomEvent, Requester, Room } from './relay.schema';

/** The event that answers a request. */
export function answerTo(
  { memberId, requestId, forwardedAs }: Requester,
  type: string,
  payload: Record<string, unknown>,
): NewRoomEvent {
  const internal = {
    member: memberId,
    ...(requestId === undefined ? {} : { replyTo: requestId }),
    ...(forwardedAs === undefined ? {} : { answers: forwardedAs }),
  };
  return { direction: 'out', type, payload, audience: 'member', internal };
}

/** The event of a request as it was received. */
export function received(
  { memberId, requestId, digest }: Requester,
  type: string,
  payload: Record<string, unknown>,
): NewRoomEvent {
  const internal = {
    member: memberId,
    ...(requestId === undefined ? {} : { id: requestId }),
    ...(digest === undefined ? {} : { digest, process: processId() }),
  };
  return { direction: 'in', type, payload, internal };
}

/**
 * Tells agents what the person or the page does although nothing that is shown has changed: those that know nothing but
 * the specification hear of it as well.
 */
export const noticeForAgents = (notice: string): NewRoomEvent => ({
  direction: 'out',
  type: 'state.updated',
  payload: { source: 'user', notice },
  audience: 'agents',
});

/** The event that says who is here. */
export function presence(room: Room): NewRoomEvent {
  const payload = { agents: room.live.agents.length, host: room.hostId !== null };
  return { direction: 'internal', type: 'presence.changed', payload, audience: 'room' };
}

/** The event of a state that has changed. */
export const stateUpdated = (source: 'user' | 'agent' | 'system'): NewRoomEvent => ({
  direction: 'out',
  type: 'state.updated',
  payload: { source },
  audience: 'room',
});

/** Events that say that these calls do not wait for the person any more. */
export function withdrawApprovals(approvals: readonly Approval[]): NewRoomEvent[] {
  return approvals.map(({ id, toolName }) => ({
    direction: 'internal',
    type: 'approval.decided',
    payload: { approvalId: id, toolName, status: 'cancelled' },
    audience: 'room',
  }));
}
