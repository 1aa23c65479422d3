import { createHash } from 'node:crypto';
import type { AgentCaller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import type { ToolDefinition } from '@/lib/core/tool';
import { readDecision } from '@/lib/domain/approvals';
import { decryptSecret, encryptSecret } from '@/lib/domain/credentials';
import { findTool } from './find';
import { runTool, type ToolCall, type ToolOutcome } from './run';

// A call that its client asks about again in place of waiting for it. The id of a task is the call itself, sealed for its agent: it
// needs no row, survives a restart, and any process can continue it. docs/decisions/0054-tasks-are-sealed-calls.md

/** A longer call waits in the old way: the id of its task would be longer. */
const MAX_INPUT_CHARACTERS = 4_000;
/** How long an owner may take to decide, and an approved call to be made. */
const APPROVAL_MS = 10 * 60_000;
const DEFAULT_WAIT_MS = 25_000;
const MAX_WAIT_MS = 600_000;
/** A task can be asked about for so long after its end. */
const KEPT_MS = 60_000;

/** A call that goes on. */
export interface Task {
  id: string;
  createdAt: Date;
  /** How long it can be asked about, from its beginning. */
  ttlMs: number;
  /** How often it should be asked about. */
  pollIntervalMs: number;
}

interface SealedCall {
  tool: string;
  input: JsonObject;
  /** The request to the owner that the call waits for; null for a call that waits for events. */
  approvalId: string | null;
  atMs: number;
  untilMs: number;
}

const ownerOf = (agent: AgentCaller): string => `task:${agent.agentId}`;

/** The request to the owner that a refused call waits for, or null. */
function pendingApproval(outcome: ToolOutcome): string | null {
  const { status, approval_id: id } = (outcome.ok ? null : outcome.error.details) ?? {};
  return status === 'pending' && typeof id === 'string' ? id : null;
}

/** Makes a task of a call; null for one that has too much input. */
function seal(
  agent: AgentCaller,
  tool: ToolDefinition,
  { input, forMs, approvalId }: { input: JsonObject; forMs: number; approvalId: string | null },
): Task | null {
  const atMs = now().getTime();
  const call = { tool: tool.name, input, approvalId, atMs, untilMs: atMs + forMs, id: newId() };
  if (JSON.stringify(input).length > MAX_INPUT_CHARACTERS) return null;
  return toTask(encryptSecret(call, ownerOf(agent)).toString('base64url'), call, tool);
}

const toTask = (id: string, { atMs, untilMs }: SealedCall, tool: ToolDefinition): Task => ({
  id,
  createdAt: new Date(atMs),
  ttlMs: untilMs - atMs + KEPT_MS,
  pollIntervalMs: tool.waits ? 1_000 : 3_000,
});

function open(agent: AgentCaller, id: string): SealedCall | null {
  try {
    return decryptSecret(Buffer.from(id, 'base64url'), ownerOf(agent)) as SealedCall;
  } catch {
    return null;
  }
}

/**
 * Runs a call for a client that takes tasks: what happens immediately is answered, and what waits (for events, or for the
 * owner's approval) becomes a task.
 */
export async function runOrStartTask(
  tool: ToolDefinition,
  rawInput: unknown,
  agent: AgentCaller,
  call: ToolCall,
): Promise<ToolOutcome | Task> {
  const input = isJsonObject(rawInput) ? rawInput : {};
  if (tool.pollsAs) {
    const asked = typeof input.timeout_ms === 'number' ? input.timeout_ms : DEFAULT_WAIT_MS;
    const outcome = await runTool(tool, tool.pollsAs.once(input), agent, call);
    if (!outcome.ok || asked <= 0 || tool.pollsAs.isDone(outcome.value, input)) return outcome;
    const wait = {
      input: tool.pollsAs.inputAfter(outcome.value, input),
      forMs: Math.min(asked, MAX_WAIT_MS),
      approvalId: null,
    };
    return seal(agent, tool, wait) ?? runTool(tool, rawInput, agent, call);
  }
  const outcome = await runTool(tool, rawInput, { ...agent, approvals: 'polled' }, call);
  const approvalId = pendingApproval(outcome);
  return approvalId === null ? outcome : (seal(agent, tool, { input, forMs: APPROVAL_MS, approvalId }) ?? outcome);
}

/**
 * Looks at a task: its outcome, the task while it goes on, or null for an id that is none of the agent's, or that has expired. An
 * approved call is made here, once: a repeated look gets its stored answer.
 */
export async function pollTask(
  id: string,
  agent: AgentCaller,
  call: ToolCall,
): Promise<{ task: Task; outcome: ToolOutcome | null } | null> {
  const sealed = open(agent, id);
  const tool = sealed && findTool(sealed.tool);
  if (!sealed || !tool) return null;
  const task = toTask(id, sealed, tool);
  const leftMs = sealed.untilMs - now().getTime();
  if (leftMs < -KEPT_MS) return null;
  if (tool.pollsAs) {
    const outcome = await runTool(tool, tool.pollsAs.once(sealed.input), agent, call);
    const isOver = !outcome.ok || leftMs <= 0 || tool.pollsAs.isDone(outcome.value, sealed.input);
    return { task, outcome: isOver ? outcome : null };
  }
  const decision = sealed.approvalId === null ? null : await readDecision(sealed.approvalId, tool.name);
  if (decision === 'pending' && leftMs > 0) return { task, outcome: null };
  if (decision instanceof AppError)
    return { task, outcome: { ok: false, tool, error: decision, stage: 'run', rate: null } };
  const idempotencyKey = `task-${createHash('sha256').update(id).digest('base64url')}`;
  const { transport, address = '', signal, requestId } = call;
  const keyed = { transport, address, signal, requestId, idempotencyKey };
  return { task, outcome: await runTool(tool, sealed.input, { ...agent, approvals: 'polled' }, keyed) };
}
