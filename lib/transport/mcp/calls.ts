import type { AgentCaller } from '@/lib/core/caller';
import { Deferred, type MaybeDeferred, proceed } from '@/lib/core/deferred';
import type { AppError, Issue } from '@/lib/core/errors';
import { publicOrigin } from '@/lib/core/public-origin';
import type { ToolDefinition } from '@/lib/core/tool';
import { limitCredential } from '@/lib/domain/limits';
import { registry } from '@/lib/tools';
import { suggestName } from '@/lib/tools/advice';
import { renderOutcome } from '@/lib/tools/outcome';
import { startTool, type ToolOutcome } from '@/lib/tools/run';
import { runOrStartTask, type Task } from '@/lib/tools/tasks';
import { addressOf } from '@/lib/transport/http/address';
import { EventStream, SSE_HEADERS, sseFrame } from '@/lib/transport/http/sse';
import {
  jsonText,
  type Served,
  type WireHeaders,
  type WireRequest,
  type WireResponse,
} from '@/lib/transport/http/wire';
import { INVALID_PARAMS, type RpcId, rpcErrorText, rpcKeptResult, rpcResultText } from '@/lib/transport/json-rpc';
import { type CallLife, TransportCall } from '@/lib/transport/tool-call';
import { type AskToOpen, pageToOpen } from './elicitation';
import { type Endpoint, findServedTool } from './endpoint';
import { TrackedCall } from './in-flight';
import { offerSuggestedCalls } from './suggested-calls';
import { keptToolList } from './tool-list';

/** Lists are returned whole, so every cursor is unknown. */
export const UNKNOWN_CURSOR = 'Invalid params: unknown cursor.';
/** Interval of the progress notifications of a waiting call. */
const PROGRESS_MS = 10_000;

/** A request that is answered without the SDK: no server object, no schema conversion. */
export interface McpCall {
  request: WireRequest;
  agent: AgentCaller;
  endpoint: Endpoint;
  /** With `id` it names the call for `notifications/cancelled`; null in the stateless revision, which disconnects instead. */
  sessionId: string | null;
  id: RpcId;
  params: Record<string, unknown>;
  /** What the revision adds to every result. */
  format: ResultFormat;
  /** How the client is asked to show its person an address; absent where it cannot. */
  askToOpen?: AskToOpen | undefined;
  /** Whether the client declares MCP Apps. */
  showsApps?: boolean;
  /** Writes the answer to a call that became a task; absent where the client takes none. */
  writeTask?: ((task: Task) => string) | undefined;
}

/** The members that a protocol revision adds to a result, as JSON text without braces; '' for none. */
export interface ResultFormat {
  resultMembers: string;
  /** The same for `tools/list`. */
  listMembers: string;
  /** Whether its clients know resource links, which came with 2025-06-18. */
  hasLinks: boolean;
}

const FIRST_VERSION_WITH_LINKS = '2025-06-18';
const HANDSHAKE_RESULT: ResultFormat = { resultMembers: '', listMembers: '', hasLinks: true };
const OLDER_HANDSHAKE_RESULT: ResultFormat = { ...HANDSHAKE_RESULT, hasLinks: false };

/** 2024-11-05 to 2025-11-25 add no members. */
export const handshakeResult = (protocolVersion: string): ResultFormat =>
  protocolVersion >= FIRST_VERSION_WITH_LINKS ? HANDSHAKE_RESULT : OLDER_HANDSHAKE_RESULT;

/** `tools/list`, from bytes that are kept ready. */
export function listTools({ endpoint, agent, id, params, format, showsApps }: McpCall): WireResponse {
  if (params.cursor !== undefined) return jsonText(200, rpcErrorText(id, INVALID_PARAMS, UNKNOWN_CURSOR));
  return jsonText(200, rpcKeptResult(id, keptToolList(endpoint, agent, showsApps), format.listMembers));
}

/** The error for a name that no tool of the endpoint has, whatever was sent as the name. decisions.md, Errors. */
export function unknownTool(
  name: unknown,
  { toolsets, underscoreNames }: Endpoint,
): { message: string; data: { issues: Issue[] } } {
  const text = typeof name === 'string' ? unknownName(name, toolsets) : 'The name of a tool is a string.';
  const message = underscoreNames ? registry.inUnderscores(text) : text;
  return { message, data: { issues: [{ path: ['name'], message }] } };
}

function unknownName(name: string, toolsets: readonly string[]): string {
  const start = `Unknown tool: ${name.slice(0, 100)}.`;
  const elsewhere = registry.find(name);
  if (elsewhere) return `${start} It is served at ${pathOf(elsewhere.toolset)}.`;
  return (
    start +
    suggestName(
      name,
      registry.tools.filter((tool) => registry.serves(toolsets, tool)),
    )
  );
}

/** The endpoint of a toolset. */
const pathOf = (toolset: string): string => (registry.toolset(toolset)?.isDefault ? '/mcp' : `/mcp/${toolset}`);

/**
 * `tools/call`. A waiting tool can be cancelled, ends with a drain, and reports progress when the caller asks for it.
 * @throws RATE_LIMITED for an unknown tool; of a known one it is the answer
 */
export async function callTool(call: McpCall): Promise<Served> {
  const { name } = call.params;
  const tool = findServedTool(call.endpoint, name);
  if (!tool) {
    await limitCredential(call.agent);
    const { message, data } = unknownTool(name, call.endpoint);
    return jsonText(200, rpcErrorText(call.id, INVALID_PARAMS, message, data));
  }
  if (call.writeTask && !call.askToOpen) return callForTask(call, tool, call.writeTask);
  if (tool.waits) return callWaitingTool(call, tool);
  return proceed(await run(call, tool, call.request), (outcome) => respond(call, outcome));
}

/** The answer of a call, or the task that it becomes. */
async function callForTask(
  call: McpCall,
  tool: ToolDefinition,
  writeTask: (task: Task) => string,
): Promise<WireResponse> {
  const transportCall = new TransportCall('mcp', addressOf(call.request), call.request, call);
  const started = await runOrStartTask(tool, call.params.arguments ?? {}, call.agent, transportCall);
  return 'ok' in started ? respond(call, started) : jsonText(200, writeTask(started));
}

async function callWaitingTool(call: McpCall, tool: ToolDefinition): Promise<Served> {
  const tracked = new TrackedCall(call.sessionId, call.id, call.request);
  const started = tracked.during(() => run(call, tool, tracked));
  const token = progressTokenOf(call.params);
  if (token !== null) return streamProgress(call, started, token, tracked);
  // A cancelled request gets no answer, but the HTTP exchange has to end.
  return proceed(await started, (outcome) =>
    tracked.isCancelled ? { status: 202, headers: {}, body: null } : respond(call, outcome),
  );
}

function run(call: McpCall, tool: ToolDefinition, life: CallLife): Promise<MaybeDeferred<ToolOutcome>> {
  const transportCall = new TransportCall('mcp', addressOf(call.request), life, call);
  const agent: AgentCaller = call.askToOpen ? { ...call.agent, approvals: 'shown' } : call.agent;
  return startTool(tool, call.params.arguments ?? {}, agent, transportCall);
}

function respond(call: McpCall, outcome: ToolOutcome): WireResponse {
  return jsonText(200, responseText(call, outcome), retryHeaders(outcome));
}

function responseText({ id, format, endpoint, askToOpen }: McpCall, outcome: ToolOutcome): string {
  const page = askToOpen ? pageToOpen(outcome) : null;
  if (askToOpen && page) return askToOpen(id, page);
  const rendered = renderCallResult(outcome, endpoint, format.hasLinks);
  if ('fault' in rendered) {
    return rpcErrorText(id, INVALID_PARAMS, rendered.fault.message, rendered.fault.details);
  }
  return rpcResultText(id, rendered.result, format.resultMembers);
}

/**
 * An outcome as the JSON text of a CallToolResult, or as the fault of a request that did not fit. Structured content is
 * the very text of the content; a failure in the platform's form has none, because clients validate structured content
 * against the output schema even then.
 */
export function renderCallResult(
  outcome: ToolOutcome,
  endpoint: Pick<Endpoint, 'toolsets'>,
  hasLinks: boolean,
): { result: string } | { fault: AppError } {
  const { isError, json: rendered, isStructured, requestFault } = renderOutcome(outcome);
  if (requestFault) return { fault: requestFault };
  const json = offerSuggestedCalls(rendered, endpoint);
  const structured = isStructured ? `,"structuredContent":${json}` : '';
  const failed = isError ? ',"isError":true' : '';
  const links = hasLinks ? linksOf(outcome) : '';
  return { result: `{"content":[{"type":"text","text":${JSON.stringify(json)}}${links}]${structured}${failed}}` };
}

/** The resource links of an answer as JSON text, each after a comma. */
function linksOf(outcome: ToolOutcome): string {
  const links = outcome.ok ? outcome.tool.links?.(outcome.value) : undefined;
  if (links === undefined || links.length === 0) return '';
  const origin = publicOrigin();
  return links
    .map(({ path, ...link }) => `,${JSON.stringify({ type: 'resource_link', uri: `${origin}${path}`, ...link })}`)
    .join('');
}

function retryHeaders(outcome: ToolOutcome): WireHeaders {
  return outcome.ok || outcome.error.retryAfterS === undefined
    ? {}
    : { 'retry-after': String(outcome.error.retryAfterS) };
}

/** The token under which a caller wants progress notifications; null when it wants none. */
export function progressTokenOf(params: { _meta?: unknown }): RpcId | null {
  const token = (params._meta as { progressToken?: unknown } | null | undefined)?.progressToken;
  return typeof token === 'string' || typeof token === 'number' ? token : null;
}

export interface ProgressParams {
  progressToken: RpcId;
  progress: number;
  message: string;
  [member: string]: unknown;
}

/** Sends a progress notification every 10 s while a call waits. @returns what to call when it has ended */
export function sendProgress(progressToken: RpcId, send: (params: ProgressParams) => void): () => void {
  let progress = 0;
  const timer = setInterval(() => {
    progress += PROGRESS_MS / 1000;
    send({ progressToken, progress, message: `Waiting for ${progress} s.` });
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

function streamProgress(
  call: McpCall,
  started: Promise<MaybeDeferred<ToolOutcome>>,
  progressToken: RpcId,
  tracked: TrackedCall,
): WireResponse {
  const body = new EventStream((sink) => {
    const sendMessage = (data: string) => sink.send(sseFrame({ event: 'message', data }));
    const stop = sendProgress(progressToken, (params) =>
      sendMessage(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })),
    );
    const end = () => {
      stop();
      sink.end();
    };
    const answer = (outcome: ToolOutcome) => {
      if (!tracked.isCancelled) sendMessage(responseText(call, outcome));
      end();
    };
    const follow = (outcome: MaybeDeferred<ToolOutcome>) =>
      outcome instanceof Deferred ? void outcome.proceed(answer).proceed(null, end) : answer(outcome);
    started.then(follow).catch(end);
  });
  return { status: 200, headers: SSE_HEADERS, body };
}
