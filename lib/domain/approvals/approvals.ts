import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { registerCleanup } from '@/lib/core/cleanup';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { newId, type OwnerId } from '@/lib/core/ids';
import { registerRetention } from '@/lib/core/retention';
import { agentStream, type StreamEvent } from '@/lib/core/stream';
import { hashArguments } from '@/lib/domain/identity';
import { whileCredentialWorks } from '@/lib/domain/keys';
import { announceNotices, notifyOwner, readNotice } from '@/lib/domain/notifications';
import { requireQuota } from '@/lib/domain/quotas';
import { appendEvents, broadcastHint, listenForNext, publish } from '@/lib/events/index';
import {
  APPROVAL_STATUSES,
  type ApprovalRow,
  type CallKey,
  decide,
  deleteApprovalsBefore,
  expireApprovals,
  findApproval,
  findApprovals,
  findStatus,
  findStatuses,
  giveApprovalBack,
  OTHER_PENDING,
  requestApproval,
  transaction,
  useApproval,
} from './approvals.repo';
import { describeShape } from './argument-shape';
import { toShownArguments } from './shown-arguments';

/** Shorter than the minute after which MCP clients give a call up. */
const MAX_WAIT_MS = 45_000;
/** How long an owner may take to decide. */
const DECIDE_WITHIN_MS = 10 * 60_000;
/** How long an approved call may take to be made. */
const USE_WITHIN_MS = 10 * 60_000;
const MAX_LISTED = 100;

/** A decision; its payload is the id of the approval. */
const DECISIONS_TOPIC = 'approvals';

/** A request for approval in wire form. */
export const approvalSchema = z.strictObject({
  approval_id: z.string().describe('The call that waits or waited'),
  agent_id: z.string().describe('The agent'),
  agent_name: z.string().describe('Its name'),
  tool: z.string().describe('Name of the tool'),
  arguments: z
    .string()
    .nullable()
    .describe('JSON with masked secrets, in a list the beginning of long ones; null once decided or expired'),
  arguments_end: z.string().nullable().describe('In a list the end of long arguments'),
  arguments_length: z.int().nullable().describe('Characters of the whole'),
  argument_shape: z.string().nullable().describe('Shape of the arguments, without values'),
  status: z.enum(APPROVAL_STATUSES).describe('State'),
  requested_at: z.iso.datetime().describe('When the agent called'),
  decided_at: z.iso.datetime().nullable().describe('When you decided; null before'),
  used_at: z.iso.datetime().nullable().describe('When the approved call ran; null before'),
  expires_at: z.iso.datetime().describe('When it ends'),
});
export type Approval = z.infer<typeof approvalSchema>;

/** Something that an agent does, and that its owner may want to approve. */
export interface AgentAction {
  agent: AgentCaller;
  /**
   * The tools that do this. A rule for one of them holds, whichever of them was called: the owner is shown the first one
   * with a rule.
   */
  tools: readonly string[];
  /** All that decides what happens, without the idempotency key: an approval is for exactly this. */
  input: unknown;
  /** Fields of the input whose texts are secrets. */
  secretFields?: readonly string[];
  /** The same for calls that are one call sent again; null without an idempotency key. */
  callName: string | null;
  /** Counts the call before it is made. Where it throws there was no call, and the approval stays. */
  admit?: () => Promise<void>;
  signal?: AbortSignal;
}

/** A call of a tool that waits for approval. */
interface CallToApprove extends AgentAction {
  tool: string;
  signal: AbortSignal;
}

/** Whether the owner of an agent wants to approve what one of these tools does. */
export function needsApproval({ controls }: Pick<AgentCaller, 'controls'>, tools: readonly string[]): boolean {
  return controls.toolsToApprove.size > 0 && tools.some((tool) => controls.toolsToApprove.has(tool));
}

/** Approved calls of this process that run now, by their names. */
const runningCalls = () => once('controls.running', () => new Map<string, Promise<unknown>>());

/**
 * Does something when the owner has approved it, where the owner wants to be asked. An approval is used up by one call. A
 * refused call with the name of the one that used it waits until that one has ended, so that its stored answer is found.
 * Costs nothing without a rule.
 * @throws as awaitApproval; what `work` throws
 */
export async function runApproved<T>(action: AgentAction, work: () => Promise<T>): Promise<T> {
  const tool = action.tools.find((name) => needsApproval(action.agent, [name]));
  if (tool === undefined) return work();
  const name = action.callName === null ? null : `${action.agent.agentId}\n${tool}\n${action.callName}`;
  const running = runningCalls();
  let approvalId: string;
  try {
    approvalId = await awaitApproval({ ...action, tool, signal: action.signal ?? new AbortController().signal });
  } catch (refusal) {
    if (name !== null) await running.get(name)?.catch(() => {});
    throw refusal;
  }
  const call = makeCall(approvalId, action, work);
  if (name !== null) running.set(name, call);
  try {
    return await call;
  } finally {
    if (name !== null && running.get(name) === call) running.delete(name);
  }
}

async function makeCall<T>(approvalId: string, { admit }: AgentAction, work: () => Promise<T>): Promise<T> {
  try {
    await admit?.();
  } catch (refusal) {
    await giveApprovalBack(approvalId);
    throw refusal;
  }
  return work();
}

/**
 * Waits until the owner has approved a call, and uses the approval up. An approval is for the same tool and the same
 * arguments, for one call, and expires. Without a decision within 45 s the call is refused with `retryable: true`; the same
 * call waits again, or goes through when it was approved meanwhile. Two to four statements.
 * A caller whose `approvals` say so gets the refusal immediately.
 * @returns the approval
 * @throws QUOTA_EXCEEDED when too many calls wait · FORBIDDEN with `details.approval_id` and `details.status`: pending or declined · UNAUTHENTICATED when the credential
 * ended meanwhile
 */
async function awaitApproval(call: CallToApprove): Promise<string> {
  const { agent, tool } = call;
  const key: CallKey = { agentId: agent.agentId, tool, argumentsHash: hashArguments(call.input, call.secretFields) };
  const earlier = await useApproval(key, now());
  if (earlier !== null) return earlier;
  const request = await openRequest(call, key);
  if (agent.approvals === 'polled' || (agent.approvals === 'shown' && request.isNew)) {
    // The owner may have decided an earlier request meanwhile.
    const decided = await useApproval(key, now());
    if (decided !== null) return decided;
    throw undecided(tool, request);
  }
  const deadlineMs = Math.min(now().getTime() + MAX_WAIT_MS, request.expiresAt.getTime());
  // A refusal is thrown afterwards: when the credential ended meanwhile, that is the reason.
  const answer = await whileCredentialWorks(agent, call.signal, async (signal) => {
    for (;;) {
      const decision = listenForNext(DECISIONS_TOPIC, (id) => id === request.id);
      try {
        const status = await findStatus(request.id);
        const used = status === 'pending' ? null : await useApproval(key, now());
        if (used !== null) return used;
        const leftMs = deadlineMs - now().getTime();
        if (status === 'declined') return declined(tool, request.id);
        if (status === 'used' || status === 'approved') return usedByOther(tool, request.id);
        if (status !== 'pending' || leftMs <= 0 || signal.aborted) return undecided(tool, request);
        await decision.within(leftMs, signal);
      } finally {
        decision.stop();
      }
    }
  });
  if (typeof answer !== 'string') throw answer;
  return answer;
}

/** The notice of a request; it is read when the request is decided. */
const noticeKeyOf = (approvalId: string): string => `approval:${approvalId}`;

interface Request {
  id: string;
  expiresAt: Date;
  /** Whether no earlier call has asked for the same. */
  isNew: boolean;
}

const WHILE_FULL = 'Call one of them again with the same arguments, or wait until your owner has decided.';

/** The pending request of the call, which the owner is notified of once. @throws QUOTA_EXCEEDED */
async function openRequest({ agent, tool, input, secretFields }: CallToApprove, key: CallKey): Promise<Request> {
  const at = now();
  const expiresAt = new Date(at.getTime() + DECIDE_WITHIN_MS);
  const wanted = {
    ...key,
    id: newId(),
    arguments: toShownArguments(input, secretFields),
    argumentShape: describeShape(input),
    at,
    expiresAt,
  };
  const { ownerId } = agent;
  if (ownerId === null)
    throw new AppError('FORBIDDEN', `${tool} waits for the approval of an owner, and there is none.`);
  const request = await transaction(async (client) => {
    const approval = await requestApproval(client, wanted);
    if (approval.isNew) {
      const { agentId } = agent;
      const values = [agentId, at, approval.id];
      await requireQuota(client, { name: 'pending_approvals', agentId, open: OTHER_PENDING, values, next: WHILE_FULL });
      const data = {
        approval_id: approval.id,
        agent_id: agent.agentId,
        agent_name: agent.displayName,
        tool,
        expires_at: iso(approval.expiresAt),
      };
      await notifyOwner({ ownerId, type: 'approval_requested', data, onceKey: noticeKeyOf(approval.id) }, client);
    }
    return approval;
  });
  if (request.isNew) await announceNotices(ownerId);
  return request;
}

function declined(tool: string, approvalId: string): AppError {
  return new AppError('FORBIDDEN', `Your owner declined this call of ${tool}. Do something else.`, {
    details: { approval_id: approvalId, status: 'declined', next: 'Do something else, or ask your owner why.' },
  });
}

function usedByOther(tool: string, approvalId: string): AppError {
  return new AppError(
    'FORBIDDEN',
    `Your owner approved one call of ${tool}, and another call with the same arguments used it. Call it again to ask again.`,
    {
      retryable: true,
      details: { approval_id: approvalId, status: 'used', next: 'Call it again with the same arguments to ask again.' },
    },
  );
}

const WHILE_UNDECIDED =
  'Your owner decides at /console/approvals. Call it again with the same arguments, or do something else.';

function undecided(tool: string, { id, expiresAt }: Omit<Request, 'isNew'>): AppError {
  return new AppError(
    'FORBIDDEN',
    `${tool} waits for the approval of your owner, who has not decided yet. Call it again with the same arguments.`,
    {
      retryable: true,
      details: { approval_id: id, status: 'pending', expires_at: iso(expiresAt), next: WHILE_UNDECIDED },
    },
  );
}

/**
 * What a request says about its call of a tool: that the owner has not decided yet, or why the call may not be made; null for
 * a call that may be made, or that asks again.
 */
export async function readDecision(approvalId: string, tool: string): Promise<'pending' | AppError | null> {
  const status = await findStatus(approvalId);
  if (status === 'pending') return status;
  return status === 'declined' ? declined(tool, approvalId) : null;
}

/** The newest requests of an owner's agents, at most 100. */
export async function listApprovals(of: { ownerId: OwnerId }): Promise<Approval[]> {
  return (await findApprovals({ ...of, at: now(), limit: MAX_LISTED })).map(toApproval);
}

/** The states of some requests of an owner's agents, by id; requests that are not there any more are left out. One query. */
export async function readApprovalStatuses(of: {
  ownerId: OwnerId;
  approvalIds: readonly string[];
}): Promise<Readonly<Record<string, Approval['status']>>> {
  if (of.approvalIds.length === 0) return {};
  const rows = await findStatuses({ ownerId: of.ownerId, ids: of.approvalIds, at: now() });
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
}

/** A request of an owner's agent, with its whole arguments. @throws NOT_FOUND */
export async function readApproval(of: { ownerId: OwnerId; approvalId: string }): Promise<Approval> {
  const row = await findApproval({ id: of.approvalId, ownerId: of.ownerId, at: now() });
  if (!row) throw noRequest();
  return toApproval(row);
}

const noRequest = () => new AppError('NOT_FOUND', 'There is no request with this id.');

/**
 * Decides a request, once. The waiting call goes on or is refused, in whichever process it waits; the agent's stream `me`
 * gets the event `approval_decided`.
 * @throws NOT_FOUND · INVALID_STATE when it was decided or has expired
 */
export async function decideApproval(of: {
  ownerId: OwnerId;
  approvalId: string;
  isApproved: boolean;
}): Promise<Approval> {
  const { ownerId, approvalId: id } = of;
  const at = now();
  const status = of.isApproved ? 'approved' : 'declined';
  const expiresAt = new Date(at.getTime() + USE_WITHIN_MS);
  const events = await transaction(async (client): Promise<StreamEvent[] | null> => {
    const decided = await decide(client, { id, ownerId, status, at, expiresAt });
    if (!decided) return null;
    await readNotice({ ownerId, onceKey: noticeKeyOf(id) }, client);
    const data = { approval_id: id, tool: decided.tool, status };
    return appendEvents(client, agentStream(decided.agent_id), [{ type: 'approval_decided', data }]);
  });
  const row = await findApproval({ id, ownerId, at });
  if (!row) throw noRequest();
  if (!events) {
    throw new AppError('INVALID_STATE', `This request is ${row.status}; it cannot be decided any more.`, {
      details: { status: row.status },
    });
  }
  publish(events);
  await broadcastHint(DECISIONS_TOPIC, id);
  await announceNotices(ownerId);
  return toApproval(row);
}

registerRetention('approvals', deleteApprovalsBefore);
registerCleanup({ name: 'arguments of expired approvals', removeBatch: (limit) => expireApprovals(now(), limit) });

function toApproval(row: ApprovalRow): Approval {
  return {
    approval_id: row.id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    tool: row.tool,
    arguments: row.arguments,
    arguments_end: row.arguments_end,
    arguments_length: row.arguments_length,
    argument_shape: row.argument_shape,
    status: row.status,
    requested_at: iso(row.requested_at),
    decided_at: row.decided_at && iso(row.decided_at),
    used_at: row.used_at && iso(row.used_at),
    expires_at: iso(row.expires_at),
  };
}
