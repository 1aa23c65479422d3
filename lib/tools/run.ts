import type { AgentCaller, Caller } from '@/lib/core/caller';
import { env } from '@/lib/core/env';
import { AppError, ERRORS, InputFault, toAppError, validationError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import type { ToolContext, ToolDefinition } from '@/lib/core/tool';
import { type RateState, recordCall, takeRateLimit, whileCredentialWorks } from '@/lib/domain/auth';
import { runClaimed } from '@/lib/domain/idempotency';
import { findTool } from './find';
import { findInputFault } from './input-guard';

export type { RateState } from '@/lib/domain/auth';

/** What a transport knows about one call. `signal` may be made on first use. */
export interface ToolCall {
  transport: 'mcp' | 'rest';
  idempotencyKey?: string | null;
  readonly signal: AbortSignal;
  requestId: string;
  address?: string;
}

/** Which step refused. `find` and `parse` are faults of the request; the others are answers of the tool. */
export type Stage = 'find' | 'scope' | 'limit' | 'parse' | 'run';

export type ToolOutcome =
  | { ok: true; tool: ToolDefinition; value: unknown; rate: RateState | null }
  | { ok: false; tool?: ToolDefinition; error: AppError; stage: Stage; rate: RateState | null };

const MAX_KEY_LENGTH = 200;

/**
 * The only way to a tool: find → scope → rate limit → parse → idempotency → run → audit. Never throws: what a handler
 * did not mean to throw is logged under the request id and becomes INTERNAL_ERROR.
 * @param rawInput what the wire carried; it is trusted in nothing.
 */
export async function runTool(name: string, rawInput: unknown, caller: Caller, call: ToolCall): Promise<ToolOutcome> {
  const tool = findTool(name);
  if (!tool) {
    const error = new AppError('NOT_FOUND', `There is no tool "${name.slice(0, 100)}".`);
    return { ok: false, error, stage: 'find', rate: null };
  }
  return runDefined(tool, rawInput, caller, call);
}

/** `runTool` for a tool that was found already. */
export async function runDefined(
  tool: ToolDefinition,
  rawInput: unknown,
  caller: Caller,
  call: ToolCall,
): Promise<ToolOutcome> {
  const startedMs = performance.now();
  const outcome = await attempt(tool, rawInput, caller, call);
  if (!tool.waits || !outcome.ok) audit(tool, caller, call, outcome, performance.now() - startedMs);
  return outcome;
}

async function attempt(tool: ToolDefinition, rawInput: unknown, caller: Caller, call: ToolCall): Promise<ToolOutcome> {
  let stage: Stage = 'scope';
  let rate: RateState | null = null;
  try {
    requireScope(tool, caller);
    stage = 'limit';
    rate = takeRateLimit(caller);
    stage = 'parse';
    const input = parseInput(tool, rawInput);
    const key = idempotencyKeyOf(tool, rawInput, call);
    stage = 'run';
    const run = (signals: Going) => runOnce(tool, input, new Context(caller, call, key, signals), key);
    const waits = tool.waits && caller.kind === 'agent';
    const value = await (waits ? whileCredentialWorks(caller, call.signal, (signal) => run({ signal })) : run(call));
    return { ok: true, tool, value, rate };
  } catch (thrown) {
    if (thrown instanceof InputFault) stage = 'parse';
    return { ok: false, tool, error: explain(thrown, tool, call), stage, rate };
  }
}

/** Something that tells of the caller's going away, to those who ask. */
type Going = Pick<ToolCall, 'signal'>;

/** What a handler sees; the caller's going away is only watched for by those who ask. */
class Context implements ToolContext {
  readonly caller: Caller;
  readonly idempotencyKey: string | null;
  readonly #call: ToolCall;
  readonly #going: Going;

  constructor(caller: Caller, call: ToolCall, idempotencyKey: string | null, going: Going) {
    this.caller = caller;
    this.#call = call;
    this.#going = going;
    this.idempotencyKey = idempotencyKey;
  }

  get agent(): AgentCaller {
    if (this.caller.kind !== 'agent') throw unauthenticated();
    return this.caller;
  }

  get signal(): AbortSignal {
    return this.#going.signal;
  }

  get requestId(): string {
    return this.#call.requestId;
  }
}

function unauthenticated(): AppError {
  return new AppError('UNAUTHENTICATED', `This call needs a credential. ${ERRORS.UNAUTHENTICATED.hint}`);
}

/**
 * Refuses a caller whose credential does not carry the scope of a tool.
 * @throws UNAUTHENTICATED without a credential · FORBIDDEN
 */
export function requireScope(tool: Pick<ToolDefinition, 'name' | 'scope'>, caller: Caller): void {
  if (tool.scope === 'public') return;
  if (caller.kind !== 'agent') throw unauthenticated();
  if (tool.scope === 'any' || caller.scopes.has(tool.scope)) return;
  throw new AppError('FORBIDDEN', `${tool.name} needs the scope ${tool.scope}, which this credential does not carry.`, {
    details: { required_scope: tool.scope },
  });
}

function parseInput(tool: ToolDefinition, rawInput: unknown): unknown {
  const fault = findInputFault(rawInput);
  if (fault) throw validationError([fault]);
  const parsed = tool.input.safeParse(rawInput ?? {});
  if (!parsed.success) throw validationError(parsed.error.issues);
  return parsed.data;
}

/** The key of a call that changes something: the header's, or the argument of that name. */
function idempotencyKeyOf(tool: ToolDefinition, rawInput: unknown, call: ToolCall): string | null {
  if (tool.hints.readOnly) return null;
  const argument = (rawInput as { idempotency_key?: unknown } | null | undefined)?.idempotency_key;
  const key = typeof argument === 'string' ? argument : call.idempotencyKey;
  if (key === null || key === undefined) return null;
  if (key === '' || key.length > MAX_KEY_LENGTH || findInputFault(key)) {
    throw validationError([{ path: ['idempotency_key'], message: `1 to ${MAX_KEY_LENGTH} characters` }]);
  }
  return key;
}

async function runOnce(tool: ToolDefinition, input: unknown, context: Context, key: string | null): Promise<unknown> {
  if (key === null || tool.ownsIdempotency || context.caller.kind !== 'agent') return runChecked(tool, input, context);
  const { idempotency_key: _, ...args } = input as Record<string, unknown>;
  const of = { agentId: context.caller.agentId, tool: tool.name, key };
  return runClaimed({ ...of, input: args }, () => runChecked(tool, input, context));
}

async function runChecked(tool: ToolDefinition, input: unknown, context: Context): Promise<unknown> {
  const value: unknown = await tool.run(context, input);
  if (env().NODE_ENV === 'test') requireDeclaredOutput(tool, value);
  return value;
}

/** In tests every answer is held against the schema that clients are told. */
function requireDeclaredOutput(tool: ToolDefinition, value: unknown): void {
  const parsed = tool.output.safeParse(JSON.parse(JSON.stringify(value)));
  if (!parsed.success) throw new Error(`${tool.name} answered what its output schema refuses: ${parsed.error.message}`);
}

function explain(thrown: unknown, tool: ToolDefinition, call: ToolCall): AppError {
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL_ERROR') {
    log.error({ err: error.cause ?? error, requestId: call.requestId, tool: tool.name }, 'a tool failed unexpectedly');
  }
  return error;
}

function audit(tool: ToolDefinition, caller: Caller, call: ToolCall, outcome: ToolOutcome, durationMs: number): void {
  const code = outcome.ok ? 'ok' : outcome.error.code;
  metrics().toolCalls.observe({ tool: tool.name, transport: call.transport, outcome: code }, durationMs / 1000);
  recordCall({
    caller,
    tool: tool.name,
    transport: call.transport,
    outcome: code,
    durationUs: Math.round(durationMs * 1000),
    address: call.address ?? null,
  });
}
