import { iso } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import { approvalRequested, findNeed, type Need, type Verdict, waitForVerdict } from './approvals';
import { requireApp } from './apps';
import { type Change, changeRoom } from './change-room';
import type { Approval, EngineInput, NewRoomEvent, Requester, Room } from './relay.schema';
import type { RelayStep, ToolCall } from './relay-app';
import { answerTo, noticeForAgents, received, stateUpdated } from './room-events';
import { applyInput, completeStep } from './run-engine';
import { requireSession } from './sessions';

/** A call as the agent sent it. */
export interface SentCall {
  toolName: string;
  params: JsonObject;
  /** '' when it is missing. */
  reason: string;
}

type Fault = NonNullable<RelayStep<unknown>['fault']>;

/** A call and the tool's input. */
interface Attempt {
  requester: Requester;
  sent: SentCall;
  call: ToolCall;
  /** What the person has approved; the call was logged then. */
  approved: Approval | null;
}

const REFUSALS: Record<Exclude<Verdict, 'approved'>, string> = {
  declined: 'The person declined this call.',
  expired: 'The person did not answer in time. Call again to ask again.',
  cancelled: 'The call was withdrawn before the person answered.',
};

/**
 * Calls a tool of the application for an agent. The answer, the call and its reason for the page, and the new state are
 * sent to the members and logged. A call that the person must approve waits, also while the page is loaded again.
 * One statement; two more when it waits. Returns whether the tool was called.
 * Specification: external-agent-protocol.md, `tool.call`.
 * @throws RelayFault SESSION_NOT_ACTIVE; every other fault is answered and logged
 */
export async function callTool(requester: Requester, sent: SentCall): Promise<boolean> {
  const call = { name: sent.toolName, params: sent.params, reason: sent.reason.trim() };
  const attempt: Attempt = { requester, sent, call, approved: null };
  const first = await changeRoom(requester.roomId, (room, at) => decideCall(room, at, attempt), requester);
  if (typeof first === 'string') return first === 'called';
  const { approval, after } = first;
  requester.onWait?.();
  const verdict = await waitForVerdict(requester.roomId, approval, after);
  const second = await changeRoom(requester.roomId, (room, at): Promise<Change<Decision>> | Change<Decision> => {
    requireSession(room);
    if (verdict === 'approved') return decideCall(room, at, { ...attempt, approved: approval });
    return refusal({ ...attempt, approved: approval }, failed(REFUSALS[verdict]));
  });
  return second === 'called';
}

/** What was decided about a call, or the approval that it waits for and the last event of the room before. */
type Decision = 'called' | 'refused' | { approval: Approval; after: string | null };

const failed = (message: string): Fault => ({ code: 'TOOL_EXECUTION_FAILED', message });

async function decideCall(room: Room, at: Date, attempt: Attempt): Promise<Change<Decision>> {
  requireSession(room);
  const { call, requester } = attempt;
  if (isWithdrawn(room, attempt)) return refusal(attempt, failed(REFUSALS.cancelled));
  if (room.live.controller === 'person') return refusal(attempt, failed(TAKEN_OVER));
  const app = requireApp(room.app);
  if (room.state === null) return refusal(attempt, { code: 'NO_ACTIVE_SPEC', message: 'Nothing is shown yet.' });
  const input: EngineInput = { kind: 'tool', call };
  const step = applyInput(app, room.state, input, iso(at));
  const fault = findFault(step, call);
  if (fault && !step.effect) return refusal(attempt, fault);
  const question = room.live.asksFirst ? app.questionFor(room.state, call) : null;
  let approvals = room.live.approvals;
  if (question !== null) {
    const need = findNeed(room, { call, question, memberId: requester.memberId }, at);
    if (need.kind === 'wait') return waiting(room, attempt, need);
    approvals = need.rest;
  } else if (attempt.approved) approvals = approvals.filter(({ id }) => id !== attempt.approved?.id);
  const done = await completeStep(room, step, at);
  const outcome = done.fault
    ? answerTo(requester, 'error', { ...done.fault })
    : answerTo(requester, 'tool.result', { ok: true, toolName: call.name });
  return {
    next: { state: done.state, live: approvals === room.live.approvals ? room.live : { ...room.live, approvals } },
    events: [logged(attempt), ...done.effects, outcome, toolCalled(attempt, done.fault), stateUpdated('agent')],
    value: 'called',
  };
}

/** Whether the caller lost its credential while the call waited, and another caller's equal call was approved. */
function isWithdrawn(room: Room, { approved, requester }: Attempt): boolean {
  const stored = room.live.approvals.find(({ id }) => id === approved?.id);
  return stored?.members?.includes(requester.memberId) === false;
}

/** Why a call is refused while the person has control. */
export const TAKEN_OVER =
  'The person has taken over. Wait for the state.updated whose notice says that agents may go on.';

/** A missing reason is a fault of its own, after an unknown tool and a missing state. */
function findFault({ fault }: RelayStep<unknown>, { reason }: ToolCall): Fault | undefined {
  if (fault?.code === 'UNKNOWN_TOOL' || fault?.code === 'NO_ACTIVE_SPEC' || reason !== '') return fault;
  return { code: 'INVALID_PARAMS', message: 'reason: say in a sentence why you call this tool.' };
}

/** The call as it was received; when it waited for the person, that it is made now. */
function logged({ sent, approved, requester }: Attempt): NewRoomEvent {
  return approved
    ? { direction: 'internal', type: 'tool.approved', payload: { approvalId: approved.id, toolName: sent.toolName } }
    : received(requester, 'tool.call', { ...sent });
}

function toolCalled({ sent }: Attempt, fault: Fault | undefined): NewRoomEvent {
  const payload = { ...sent, ok: fault === undefined, ...(fault ? { error: { ...fault } } : {}) };
  return { direction: 'out', type: 'tool.called', payload, audience: 'host' };
}

function refusal(attempt: Attempt, fault: Fault): Change<Decision> {
  const events = [answerTo(attempt.requester, 'error', { ...fault }), toolCalled(attempt, fault)];
  return { next: {}, events: attempt.approved ? events : [logged(attempt), ...events], value: 'refused' };
}

function waiting(room: Room, attempt: Attempt, need: Need & { kind: 'wait' }): Change<Decision> {
  if (attempt.approved) return refusal(attempt, failed(CHANGED));
  const { approval, isNew, rest } = need;
  return {
    next: { live: { ...room.live, approvals: rest } },
    events: [logged(attempt), ...(isNew ? [approvalRequested(approval), noticeForAgents(askedNotice(approval))] : [])],
    value: { approval, after: room.head.lastId },
  };
}

const askedNotice = ({ question, toolName }: Approval): string =>
  `The person is asked: ${question} The call of ${toolName} waits for the answer, up to two minutes.`;

const CHANGED = 'Something changed after the person was asked, or another call used the approval. Call again.';
