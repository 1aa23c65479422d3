import type { AgentCaller } from '@/lib/core/caller';
import type { Issue } from '@/lib/core/errors';
import type { Toolset } from '@/lib/core/tool';
import { findTool } from '@/lib/tools/find';
import { runTool, type ToolOutcome } from '@/lib/tools/run';
import { SSE_HEADERS, sseFrame, sseStream } from '@/lib/transport/http/sse';
import { jsonText, type WireHeaders, type WireRequest, type WireResponse } from '@/lib/transport/http/wire';
import { INVALID_PARAMS, type RpcId, rpcErrorText, rpcResultText } from '@/lib/transport/json-rpc';
import { addressOf } from '@/lib/transport/rest/caller';
import { TransportCall } from '@/lib/transport/tool-call';
import type { Endpoint } from './endpoint';
import { trackCall } from './in-flight';
import { toolListJson } from './tool-list';

/** Lists come whole, so no cursor is ours. */
export const UNKNOWN_CURSOR = 'Invalid params: unknown cursor.';
/** How often a waiting call that asked for progress hears something. */
const PROGRESS_MS = 10_000;

/** A request as the direct path sees it: no SDK object, no schema conversion. */
export interface McpCall {
  request: WireRequest;
  agent: AgentCaller;
  endpoint: Endpoint;
  /** With `id` it names the call for `notifications/cancelled`. */
  sessionId: string;
  id: RpcId;
  params: Record<string, unknown>;
  /** What the era says with every result. */
  era: ResultFormat;
}

/** How an era spells what the direct path answers. */
export interface ResultFormat {
  /** Members that follow those of every result, as JSON text without braces; '' for none. */
  resultMembers: string;
  /** The same for `tools/list`. */
  listMembers: string;
}

/** 2024-11-05 to 2025-11-25: nothing beside the result itself. */
export const HANDSHAKE_RESULT: ResultFormat = { resultMembers: '', listMembers: '' };

/** `tools/list`: bytes that were made once. */
export function listTools({ endpoint, agent, id, params, era }: McpCall): WireResponse {
  if (params.cursor !== undefined) return jsonText(200, rpcErrorText(id, INVALID_PARAMS, UNKNOWN_CURSOR));
  return jsonText(200, rpcResultText(id, withMembers(toolListJson(endpoint, agent), era.listMembers)));
}

/** Whether one of these toolsets has a tool of that name, in either spelling. */
export function servesTool(toolsets: readonly Toolset[], name: unknown): name is string {
  const tool = typeof name === 'string' ? findTool(name) : undefined;
  return tool !== undefined && toolsets.includes(tool.toolset);
}

/** The refusal of a name that no tool has, whatever was sent as the name. decisions.md, Errors. */
export function unknownTool(name: unknown): { message: string; data: { issues: Issue[] } } {
  const message = typeof name === 'string' ? `Unknown tool: ${name.slice(0, 100)}` : 'The name of a tool is a string.';
  return { message, data: { issues: [{ path: ['name'], message }] } };
}

/** `tools/call`. A waiting tool can be cancelled, and tells of its progress when the caller asked for that. */
export async function callTool(call: McpCall): Promise<WireResponse> {
  const { name } = call.params;
  if (!servesTool(call.endpoint.toolsets, name)) {
    const { message, data } = unknownTool(name);
    return jsonText(200, rpcErrorText(call.id, INVALID_PARAMS, message, data));
  }
  if (!findTool(name)?.waits) return answer(call, await run(call, name, call.request));
  return callWaitingTool(call, name);
}

async function callWaitingTool(call: McpCall, name: string): Promise<WireResponse> {
  const tracked = trackCall(call.sessionId, call.id, call.request.signal);
  const outcome = run(call, name, tracked).finally(tracked.done);
  const token = progressTokenOf(call.params);
  if (token !== null) return withProgress(call, outcome, token, tracked.cancelled);
  const ended = await outcome;
  // A cancelled request gets no answer; the exchange still has to end.
  return tracked.cancelled.aborted ? { status: 202, headers: {}, body: null } : answer(call, ended);
}

function run(call: McpCall, name: string, going: { readonly signal: AbortSignal }): Promise<ToolOutcome> {
  return runTool(
    name,
    call.params.arguments ?? {},
    call.agent,
    new TransportCall('mcp', addressOf(call.request), going),
  );
}

function answer(call: McpCall, outcome: ToolOutcome): WireResponse {
  return jsonText(200, outcomeText(call, outcome), rateHeaders(outcome));
}

/** The JSON-RPC text of an outcome: a fault of the request is an error, everything else a result. */
function outcomeText({ id, era }: McpCall, outcome: ToolOutcome): string {
  if (!outcome.ok && outcome.stage === 'parse') {
    return rpcErrorText(id, INVALID_PARAMS, outcome.error.message, outcome.error.details);
  }
  return rpcResultText(id, withMembers(callResultJson(outcome), era.resultMembers));
}

/**
 * A CallToolResult as JSON text. Structured content is the very text of the content; a failure has none, because
 * clients hold structured content against the output schema even then.
 */
function callResultJson(outcome: ToolOutcome): string {
  if (!outcome.ok) {
    return `{"content":[{"type":"text","text":${JSON.stringify(JSON.stringify(outcome.error.toWire()))}}],"isError":true}`;
  }
  const value = JSON.stringify(outcome.value);
  return `{"content":[{"type":"text","text":${JSON.stringify(value)}}],"structuredContent":${value}}`;
}

/** A JSON object's text with more members at its end. */
function withMembers(objectJson: string, members: string): string {
  return members === '' ? objectJson : `${objectJson.slice(0, -1)},${members}}`;
}

function rateHeaders(outcome: ToolOutcome): WireHeaders {
  return outcome.ok || outcome.error.retryAfterS === undefined
    ? {}
    : { 'retry-after': String(outcome.error.retryAfterS) };
}

function progressTokenOf(params: Record<string, unknown>): RpcId | null {
  const token = (params._meta as { progressToken?: unknown } | null | undefined)?.progressToken;
  return typeof token === 'string' || typeof token === 'number' ? token : null;
}

function withProgress(
  call: McpCall,
  outcome: Promise<ToolOutcome>,
  progressToken: RpcId,
  cancelled: AbortSignal,
): WireResponse {
  const body = sseStream(async ({ send }) => {
    let progress = 0;
    const timer = setInterval(() => {
      progress += PROGRESS_MS / 1000;
      const params = { progressToken, progress, message: `Waiting for ${progress} s.` };
      send(
        sseFrame({
          event: 'message',
          data: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }),
        }),
      );
    }, PROGRESS_MS);
    try {
      const ended = await outcome;
      if (!cancelled.aborted) send(sseFrame({ event: 'message', data: outcomeText(call, ended) }));
    } finally {
      clearInterval(timer);
    }
  });
  return { status: 200, headers: SSE_HEADERS, body };
}
