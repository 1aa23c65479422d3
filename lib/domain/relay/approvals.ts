import { createHash } from 'node:crypto';
import { iso, now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { canonicalJson } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { relayStream } from '@/lib/core/stream';
import { followStream } from '@/lib/events';
import { changeRoom } from './change-room';
import {
  type Approval,
  type NewRoomEvent,
  RelayFault,
  type Requester,
  type Room,
  type RoomEvent,
} from './relay.schema';
import type { ToolCall } from './relay-app';

/** How long the person has to decide, and an agent to make the call that was approved. */
const APPROVAL_MS = 120_000;
const MAX_PENDING = 8;

export type Verdict = 'approved' | 'declined' | 'expired' | 'cancelled';

const hashOf = ({ name, params }: ToolCall, question: string): string =>
  createHash('sha256').update(canonicalJson({ name, params, question })).digest('hex');

/**
 * What a call needs of the person: nothing more, because it was approved (and that is used up now), or a decision. `rest`
 * are the approvals of the room afterwards.
 */
export type Need =
  | { kind: 'approved'; rest: Approval[] }
  | { kind: 'wait'; approval: Approval; isNew: boolean; rest: Approval[] };

/**
 * Looks for the approval of a call: the same tool, arguments and question. Racing calls wait for the same decision, and
 * one of them uses it.
 * @throws RelayFault TOOL_EXECUTION_FAILED when too many calls wait
 */
export function findNeed(room: Room, { call, question, memberId }: AskedCall, at: Date): Need {
  const hash = hashOf(call, question);
  const valid = room.live.approvals.filter(({ expiresAt }) => expiresAt > iso(at));
  const approved = valid.find((approval) => approval.hash === hash && approval.status === 'approved');
  if (approved) return { kind: 'approved', rest: valid.filter((approval) => approval !== approved) };
  const pending = valid.find((approval) => approval.hash === hash);
  if (pending) {
    const approval = { ...pending, members: [...new Set([...(pending.members ?? []), memberId])] };
    return { kind: 'wait', approval, isNew: false, rest: valid.map((other) => (other === pending ? approval : other)) };
  }
  if (valid.length >= MAX_PENDING)
    throw new RelayFault('TOOL_EXECUTION_FAILED', 'Too many calls wait for the person. Wait until they are decided.');
  const { name: toolName, params, reason } = call;
  const asked = { toolName, params, reason, question, hash, members: [memberId] };
  const expiresAt = iso(new Date(at.getTime() + APPROVAL_MS));
  const approval: Approval = { id: newId(), status: 'pending', ...asked, expiresAt };
  return { kind: 'wait', approval, isNew: true, rest: [...valid, approval] };
}

/** A call of a member, and what the person is asked about it. */
interface AskedCall {
  call: ToolCall;
  question: string;
  memberId: string;
}

/** The event that asks the person. */
export function approvalRequested(approval: Approval): NewRoomEvent {
  return { direction: 'out', type: 'approval.requested', payload: shownApproval(approval), audience: 'host' };
}

/** An approval as the page sees it. */
export function shownApproval({ id, toolName, params, reason, question, expiresAt }: Approval) {
  return { approvalId: id, toolName, params, reason, question, expiresAt };
}

/**
 * Waits until the person has decided, in any process; `expired` when the time is over.
 * @param after the last event of the room before the call began to wait
 */
export function waitForVerdict(roomId: string, { id, expiresAt }: Approval, after: string | null): Promise<Verdict> {
  return new Promise((resolve) => {
    const end = (verdict: Verdict) => {
      clearTimeout(timer);
      stop();
      resolve(verdict);
    };
    const expire = () =>
      decide(roomId, id, 'expired').catch((error) => {
        if (!(error instanceof RelayFault)) log.warn({ err: error }, 'could not end an approval without a decision');
        end('expired');
      });
    const timer = setTimeout(expire, Math.max(0, Date.parse(expiresAt) - now().getTime())).unref();
    const stop = followStream({
      stream: relayStream(roomId),
      after,
      audiences: ['room'],
      onEvents: (events) => {
        for (const { type, data } of events as RoomEvent[])
          if (type === 'approval.decided' && data.payload.approvalId === id) return end(data.payload.status as Verdict);
      },
    });
  });
}

/**
 * Records the person's decision about a call. One statement.
 * @throws RelayFault INVALID_PARAMS when no such call waits any more
 */
export async function decideApproval(of: Requester & { approvalId: string; isApproved: boolean }): Promise<void> {
  await decide(of.roomId, of.approvalId, of.isApproved ? 'approved' : 'declined');
}

async function decide(roomId: string, approvalId: string, verdict: Verdict): Promise<void> {
  await changeRoom(roomId, (room, at) => {
    const approval = room.live.approvals.find(({ id, status }) => id === approvalId && status === 'pending');
    const isOver = verdict !== 'expired' && approval !== undefined && approval.expiresAt <= iso(at);
    if (!approval || isOver) throw new RelayFault('INVALID_PARAMS', 'This call does not wait for a decision any more.');
    const expiresAt = iso(new Date(at.getTime() + APPROVAL_MS));
    const decided = verdict === 'approved' ? [{ ...approval, status: 'approved' as const, expiresAt }] : [];
    const approvals = [...room.live.approvals.filter(({ id }) => id !== approvalId), ...decided];
    const payload = { approvalId, toolName: approval.toolName, status: verdict };
    const event: NewRoomEvent = {
      direction: verdict === 'expired' ? 'internal' : 'in',
      type: 'approval.decided',
      payload,
      audience: 'room',
    };
    return { next: { live: { ...room.live, approvals } }, events: [event], value: undefined };
  });
}
