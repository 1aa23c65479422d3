import type { AgentCaller, Caller } from '@/lib/core/caller';
import { Deferred, type MaybeDeferred, proceed, settled } from '@/lib/core/deferred';
import { env } from '@/lib/core/env';
import { AppError, InputFault, type Issue, toAppError, validationError } from '@/lib/core/errors';
import { findJsonFault } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import type {
  CallerTypes,
  CallLimit,
  OwnerContext,
  OwnerOperation,
  RepresentedCall,
  ToolContext,
  ToolDefinition,
} from '@/lib/core/tool';
import { inSpan, type Tracing, tracing } from '@/lib/core/tracing';
import { recordCall } from '@/lib/domain/activity';
import { recordAdminAction } from '@/lib/domain/admin-log';
import { describeShape, maskValues, needsApproval, runApproved } from '@/lib/domain/approvals';
import { requireUsableKey, runClaimed } from '@/lib/domain/idempotency';
import { deferWhileCredentialWorks } from '@/lib/domain/keys';
import {
  addressBlock,
  limitCall,
  limitCredential,
  noteShare,
  quotaUserOf,
  type RateState,
  runInCallPlace,
  takeQuota,
} from '@/lib/domain/limits';
import { countCall } from '@/lib/domain/usage';
import { requireScope, requireVoice, unauthenticated } from './access';
import { suggestName, withAdvice } from './advice';
import { findTool, pathNamesOf } from './find';
import { registry } from './registry';
import { refuseUnknownFields } from './unknown-fields';

export type { RateState } from '@/lib/domain/limits';

/** What a transport knows about one call. */
export interface ToolCall {
  /** Aborts when the caller goes away; may be made on first use. */
  readonly signal: AbortSignal;
  transport: 'mcp' | 'rest';
  idempotencyKey?: string | null;
  requestId: string;
  /** The W3C trace context that the message of the call names. */
  traceparent?: string | undefined;
  address?: string;
}

/** The step that refused. `find` and `parse` are faults of the request; the others are answers of the tool. */
type Stage = 'find' | 'scope' | 'limit' | 'parse' | 'run';

export type ToolOutcome =
  | { ok: true; tool: ToolDefinition; value: unknown; rate: RateState | null }
  | { ok: false; tool?: ToolDefinition; error: AppError; stage: Stage; rate: RateState | null };

const DEFAULT_IDEMPOTENCY_FIELD = 'idempotency_key';

/** `startTool` to the end: what the call waits for ends with its signal. */
export async function runTool(
  wanted: ToolDefinition | string,
  rawInput: unknown,
  caller: Caller,
  call: ToolCall,
): Promise<ToolOutcome> {
  const started = await startTool(wanted, rawInput, caller, call);
  if (!(started instanceof Deferred)) return started;
  const { signal } = call;
  const end = () => started.end();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return started.finally(() => signal.removeEventListener('abort', end)).toPromise();
}

/**
 * The only way to a tool: find → scope → rate limit → parse → idempotency → the tool's own limit → run → audit. Never
 * throws: an error that no handler meant is logged under the request id and becomes INTERNAL_ERROR.
 * The outcome of a call that waits for events is deferred; the transport ends it when the caller goes away.
 * @param wanted the tool, or its wire name in either spelling
 * @param rawInput what the wire carried; nothing of it is trusted
 */
export async function startTool(
  wanted: ToolDefinition | string,
  rawInput: unknown,
  caller: Caller,
  call: ToolCall,
): Promise<MaybeDeferred<ToolOutcome>> {
  const tool = typeof wanted === 'string' ? findTool(wanted) : wanted;
  if (!tool) {
    const name = String(wanted);
    const message = `There is no tool "${name.slice(0, 100)}".${suggestName(name, registry.tools)}`;
    const error = new AppError('NOT_FOUND', message);
    return { ok: false, error, stage: 'find', rate: null };
  }
  const startedMs = performance.now();
  const traced = tracing();
  const outcome = await (traced
    ? attemptInSpan(traced, tool, rawInput, caller, call)
    : attempt(tool, rawInput, caller, call));
  return proceed(outcome, (ended) => {
    if (!tool.waits || !ended.ok)
      audit(ended.tool ?? tool, rawInput, caller, call, ended, performance.now() - startedMs);
    return ended;
  });
}

function attemptInSpan(
  traced: Tracing,
  tool: ToolDefinition,
  rawInput: unknown,
  caller: Caller,
  call: ToolCall,
): Promise<MaybeDeferred<ToolOutcome>> {
  const { name, countedAs = name } = tool;
  const details = {
    kind: 'internal',
    traceparent: call.traceparent,
    attributes: { 'gen_ai.tool.name': countedAs, 'botplay.transport': call.transport },
  } as const;
  const work = () => attempt(tool, rawInput, caller, call);
  return inSpan(traced, `tools/call ${countedAs}`, details, work, (ended) => (ended.ok ? undefined : ended.error.code));
}

/** How far a call has come; a failure names it. */
interface Progress {
  stage: Stage;
}

/** @param counted the state of the credential's limit, for a call that was counted under another tool's name */
async function attempt(
  tool: ToolDefinition,
  rawInput: unknown,
  caller: Caller,
  call: ToolCall,
  counted?: RateState | null,
): Promise<MaybeDeferred<ToolOutcome>> {
  const progress: Progress = { stage: 'scope' };
  let rate = counted ?? null;
  const fail = async (thrown: unknown): Promise<ToolOutcome> => {
    if (thrown instanceof InputFault) progress.stage = 'parse';
    const error = await withAdvice(explain(thrown, tool, call), {
      tool,
      input: rawInput,
      caller,
      address: call.address ?? '',
    });
    return { ok: false, tool, error, stage: progress.stage, rate };
  };
  try {
    requireScope(tool, caller);
    progress.stage = 'limit';
    if (counted === undefined) {
      rate = await limitCredential(caller);
      if (caller.kind === 'agent') noteShare(caller, call.address);
    }
    progress.stage = 'parse';
    const input = parseInput(tool, rawInput);
    const allowed = requireVoice(tool, caller, input);
    if (allowed) await allowed;
    if (tool.standsFor) {
      progress.stage = 'run';
      const meant = await tool.standsFor(new Context(caller, call, null), input);
      return await attemptRepresented(meant, caller, call, rate);
    }
    const key = idempotencyKeyOf(tool, rawInput, call);
    progress.stage = 'run';
    const value = await runOnce(tool, input, new Context(caller, call, key), progress);
    if (!(value instanceof Deferred)) return { ok: true, tool, value, rate };
    const awaited = caller.kind === 'agent' ? deferWhileCredentialWorks(caller, value) : value;
    return awaited.proceed<ToolOutcome>((later) => ({ ok: true, tool, value: later, rate }), fail);
  } catch (thrown) {
    return fail(thrown);
  }
}

/**
 * Makes the call that another one stands for. It fails in the form of the platform, whatever the form of its toolset.
 * @throws NOT_FOUND for an unknown tool
 */
async function attemptRepresented(
  meant: RepresentedCall,
  caller: Caller,
  call: ToolCall,
  rate: RateState | null,
): Promise<MaybeDeferred<ToolOutcome>> {
  const tool = findTool(meant.tool);
  if (!tool) throw new AppError('NOT_FOUND', `There is no tool "${meant.tool.slice(0, 100)}".`);
  const outcome = await attempt(tool, meant.arguments, caller, call, rate);
  return proceed(outcome, (ended) => (ended.ok ? ended : inPlatformForm(ended, tool, meant)));
}

function inPlatformForm(
  outcome: Extract<ToolOutcome, { ok: false }>,
  tool: ToolDefinition,
  meant: RepresentedCall,
): ToolOutcome {
  const { failure: _, ...plain } = tool;
  const { at } = meant;
  const issues = outcome.stage === 'parse' ? outcome.error.details?.issues : undefined;
  if (!at || !Array.isArray(issues)) return { ...outcome, tool: plain };
  const error = validationError((issues as Issue[]).map((issue) => ({ ...issue, path: [...at, ...issue.path] })));
  return { ...outcome, tool: plain, error };
}

/** What a handler sees. */
class Context implements ToolContext {
  readonly caller: Caller;
  readonly idempotencyKey: string | null;
  readonly #call: ToolCall;

  constructor(caller: Caller, call: ToolCall, idempotencyKey: string | null) {
    this.caller = caller;
    this.#call = call;
    this.idempotencyKey = idempotencyKey;
  }

  get agent(): AgentCaller {
    if (this.caller.kind !== 'agent') throw unauthenticated();
    return this.caller;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get requestId(): string {
    return this.#call.requestId;
  }

  get address(): string {
    return this.#call.address ?? '';
  }
}

/** Callers whose changes are in the log of administrators. */
const RECORDED: readonly (keyof CallerTypes)[] = ['admin', 'moderator'];

/**
 * The only way to an operation of owners, for a caller that was admitted and counted: parse → record what an administrator or
 * a moderator changes → run → check the answer.
 * @throws NOT_FOUND for an id in the path that cannot exist · VALIDATION_ERROR · what the handler throws
 */
export function runOperation(
  operation: OwnerOperation,
  rawInput: unknown,
  context: OwnerContext<never>,
): Promise<unknown> {
  const traced = tracing();
  const run = () => runAdmitted(operation, rawInput, context);
  return traced ? inSpan(traced, operation.name, { kind: 'internal' }, run) : run();
}

async function runAdmitted(
  operation: OwnerOperation,
  rawInput: unknown,
  context: OwnerContext<never>,
): Promise<unknown> {
  const input = parseInput(operation, rawInput, pathNamesOf(operation.rest));
  if (RECORDED.includes(operation.caller) && !operation.rest.startsWith('GET ')) {
    const { who, address } = context as OwnerContext<CallerTypes['admin']>;
    await recordAdminAction({ who, name: operation.name, input, address });
  }
  const value: unknown = await operation.run(context, input as never);
  if (env().NODE_ENV === 'test') requireDeclaredOutput(operation, value);
  return value;
}

type Declared = Pick<ToolDefinition, 'name' | 'input' | 'output' | 'forwardedFields'>;

/** @param ids arguments of the path: one that is not valid is answered as one that does not exist */
function parseInput(tool: Declared, rawInput: unknown, ids: readonly string[] = []): unknown {
  refuseUnknownFields(tool.input, rawInput);
  const fault = findJsonFault(rawInput, tool.forwardedFields);
  if (fault) throw validationError([fault]);
  const parsed = tool.input.safeParse(rawInput ?? {});
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some(({ path: [first] }) => typeof first === 'string' && ids.includes(first))) {
    throw new AppError('NOT_FOUND', 'Not found: the id is not valid.');
  }
  throw validationError(issues);
}

const idempotencyFieldOf = (tool: ToolDefinition): string => tool.idempotencyField ?? DEFAULT_IDEMPOTENCY_FIELD;

/** The idempotency key of a call that changes something: the tool's argument, or else the header. */
function idempotencyKeyOf(tool: ToolDefinition, rawInput: unknown, call: ToolCall): string | null {
  if (tool.hints.readOnly) return null;
  const field = idempotencyFieldOf(tool);
  const argument = (rawInput as Record<string, unknown> | null | undefined)?.[field];
  const key = typeof argument === 'string' ? argument : call.idempotencyKey;
  if (key === null || key === undefined) return null;
  requireUsableKey(key, { field });
  return key;
}

/** @returns the answer, which is deferred where the tool waits for events */
async function runOnce(tool: ToolDefinition, input: unknown, context: Context, progress: Progress): Promise<unknown> {
  const { idempotencyKey: key, caller } = context;
  const run = () => runAsked(tool, input, context, progress);
  if (key === null || tool.ownsIdempotency || caller.kind !== 'agent') return run();
  const { [idempotencyFieldOf(tool)]: _, ...args } = input as Record<string, unknown>;
  const { name, secretFields } = tool;
  return runClaimed({ agentId: caller.agentId, tool: name, key, input: args, secretFields }, async () =>
    settled(await run()),
  );
}

/** Waits for the owner of the agent, where the owner wants to be asked about the tool. */
async function runAsked(tool: ToolDefinition, input: unknown, context: Context, progress: Progress): Promise<unknown> {
  const admit = () => countUse(tool, input, context, progress);
  const run = () => runInTurn(tool, input, context);
  const { caller } = context;
  if (tool.asksInDomain || caller.kind !== 'agent' || !needsApproval(caller, [tool.name])) {
    if (tool.limit || tool.quota) await admit();
    return run();
  }
  const { [idempotencyFieldOf(tool)]: _, ...args } = input as Record<string, unknown>;
  const { name, secretFields } = tool;
  const { signal } = context; // made on first use, so only for a call that waits
  return runApproved({ agent: caller, tools: [name], input: args, secretFields, callName: null, admit, signal }, run);
}

/** Counts a call for the tool's own limit and quota. @throws RATE_LIMITED · QUOTA_EXCEEDED */
async function countUse(tool: ToolDefinition, input: unknown, context: Context, progress: Progress): Promise<void> {
  if (tool.limit) {
    progress.stage = 'limit';
    const { name = tool.name, points, durationMs } = tool.limit;
    await limitCall({ name, points, durationMs, key: limitKeyOf(tool.limit, input, context) });
    progress.stage = 'run';
  }
  if (tool.quota) {
    progress.stage = 'limit';
    await takeQuota(tool.quota, quotaUserOf(context.caller, context.address));
    progress.stage = 'run';
  }
}

async function runInTurn(tool: ToolDefinition, input: unknown, context: Context): Promise<MaybeDeferred<unknown>> {
  const mayWait = Boolean(tool.waits || tool.hints.openWorld);
  const value = await runInCallPlace(context, { mayWait }, () => tool.run(context, input));
  if (env().NODE_ENV !== 'test') return value;
  return proceed(value, (answer) => {
    requireDeclaredOutput(tool, answer);
    return answer;
  });
}

function limitKeyOf({ by }: CallLimit, input: unknown, context: Context): string {
  if (typeof by === 'function') return by(input, context);
  const { caller } = context;
  if (caller.kind === 'anonymous') return addressBlock(caller.address);
  return by === 'agent' ? caller.agentId : caller.credentialId;
}

/** In tests every answer is checked against the schema that clients see. */
function requireDeclaredOutput(tool: Declared, value: unknown): void {
  const parsed = tool.output.safeParse(JSON.parse(JSON.stringify(value)));
  if (!parsed.success)
    throw new Error(`${tool.name} answered what its output schema does not allow: ${parsed.error.message}`);
}

function explain(thrown: unknown, tool: ToolDefinition, call: ToolCall): AppError {
  const error = toAppError(thrown);
  const hasLeft = call.signal.aborted && thrown === call.signal.reason;
  if (error.code === 'INTERNAL_ERROR' && !hasLeft) {
    log.error({ err: error.cause ?? error, requestId: call.requestId, tool: tool.name }, 'a tool failed unexpectedly');
  }
  return error;
}

function audit(
  tool: ToolDefinition,
  rawInput: unknown,
  caller: Caller,
  call: ToolCall,
  outcome: ToolOutcome,
  durationMs: number,
): void {
  const code = outcome.ok ? 'ok' : outcome.error.code;
  const { name, countedAs = name } = tool;
  metrics().toolCalls.observe({ tool: countedAs, transport: call.transport, outcome: code }, durationMs / 1000);
  const answer = outcome.ok ? outcome.value : undefined;
  const sessionId = idNamed('session_id', rawInput, answer);
  const experienceId = idNamed('experience_id', rawInput, answer);
  if (caller.kind === 'agent')
    countCall({ agentId: caller.agentId, worked: outcome.ok, durationMs, sessionId, experienceId });
  recordCall({
    caller,
    tool: tool.name,
    transport: call.transport,
    outcome: code,
    status: outcome.ok ? (tool.restStatus ?? 200) : outcome.error.http,
    message: outcome.ok ? null : maskValues(outcome.error.message, rawInput),
    argumentShape: describeShape(rawInput),
    sessionId,
    experienceId,
    durationUs: Math.round(durationMs * 1000),
    address: call.address ?? null,
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id that a call or its answer names, so that a line of the activity leads to its session and experience. */
function idNamed(field: string, ...objects: readonly unknown[]): string | null {
  for (const object of objects) {
    const id = (object as Record<string, unknown> | null | undefined)?.[field];
    if (typeof id === 'string' && UUID.test(id)) return id;
  }
  return null;
}
