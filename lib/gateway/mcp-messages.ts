import type { AppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { currentTraceparent } from '@/lib/core/tracing';
import { OutcomeUnknownError } from './outcome-unknown';
import { parseJson } from './text';
import { refusal, toolNotFound } from './upstream-error';

/** The stateless revision: no handshake, every request names its client and version. */
export const STATELESS_VERSION = '2026-07-28';
/** What we offer in the handshake of stateful servers; they answer with one of HANDSHAKE_VERSIONS. */
const OFFERED_VERSION = '2025-11-25';
export const HANDSHAKE_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** JSON-RPC: the server failed while it handled the request. */
const INTERNAL_ERROR = -32603;

/** Characters of a server's message that are matched against expressions: a longer one could make them slow. */
export const MAX_MATCHED_CHARACTERS = 500;

const CLIENT_INFO = { name: 'botplay-gateway', version: '1.0.0' };

/** The envelope of a stateless request. */
const STATELESS_META = {
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const BASE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** A header value: printable ASCII as it is, other text in the protocol's base64 form. */
function headerValue(text: string): string {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** The headers that a stateless request repeats from its body. */
export function statelessHeaders(method: string, name?: string): Record<string, string> {
  return {
    ...BASE_HEADERS,
    'mcp-protocol-version': STATELESS_VERSION,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': headerValue(name) }),
  };
}

export function statelessBody(id: number, method: string, params: Record<string, unknown>): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, _meta: { ...STATELESS_META, ...traceMeta() } },
  });
}

/** The trace that a request belongs to, as members of its `_meta`; none while the process does not trace. */
function traceMeta(): { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? NO_META : { traceparent };
}

const NO_META = {};

/** The params of a request in a session, with the trace that it belongs to. */
export function withTrace(params: Record<string, unknown>): Record<string, unknown> {
  const meta = traceMeta();
  return meta === NO_META ? params : { ...params, _meta: meta };
}

export function requestBody(id: number, method: string, params: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function initializeBody(id: number): string {
  return requestBody(id, 'initialize', {
    protocolVersion: OFFERED_VERSION,
    capabilities: {},
    clientInfo: CLIENT_INFO,
  });
}

export const INITIALIZED_BODY = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/initialized',
});

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** `id` is that of the request; null in an error when the server read no further than the envelope. */
export type RpcAnswer = { id: unknown } & (
  | { result: Record<string, unknown>; error?: undefined }
  | { result?: undefined; error: RpcError }
);

/** Parses one JSON-RPC answer; null for any other text, and for requests and notifications of the server. */
export function readRpc(text: string): RpcAnswer | null {
  const message = parseJson(text);
  if (!isJsonObject(message)) return null;
  const id = message.id ?? null;
  if (isJsonObject(message.result)) return { id, result: message.result };
  if (!isJsonObject(message.error) || typeof message.error.code !== 'number') return null;
  const { code, data } = message.error;
  const errorMessage = typeof message.error.message === 'string' ? message.error.message : '';
  return { id, error: { code, message: errorMessage, data } };
}

/** Whether an answer belongs to this request, or is an error without an id. */
export function answers(rpc: RpcAnswer, id: number): boolean {
  return rpc.id === id || (rpc.error !== undefined && rpc.id === null);
}

/** Recognises the answer to a request in an event stream. */
export function isAnswerTo(id: number): (data: string) => boolean {
  const quoted = `"id":${id}`;
  return (data) => {
    if (!data.includes(quoted) && !/"id"\s*:/.test(data)) return false;
    const message = parseJson(data);
    return isJsonObject(message) && message.id === id && ('result' in message || 'error' in message);
  };
}

/** The whole message of servers that throw for a name that no tool has: nothing was executed. */
const WHOLLY_UNKNOWN_TOOL = /^(?:MCP error -\d+: )?(?:unknown tool|tool not (?:found|implemented)): ?\S{1,128}$/i;

/** Whether a protocol error means that the tool, or tools as such, do not exist. */
export function isUnknownTool(error: RpcError): boolean {
  const start = error.message.slice(0, MAX_MATCHED_CHARACTERS);
  if (error.code === INTERNAL_ERROR) return WHOLLY_UNKNOWN_TOOL.test(start.trim());
  return error.code === -32601 || (error.code === -32602 && /unknown tool|tool .*not found/i.test(start));
}

/** A protocol error as an AppError: an unknown tool, else a refusal with the server's words in `details.upstream`. */
export function rpcFailure(error: RpcError): AppError {
  if (isUnknownTool(error)) return toolNotFound(error.message);
  const failure = refusal(error.message, { retryable: error.code === INTERNAL_ERROR, value: { code: error.code } });
  return failure.retryable ? new OutcomeUnknownError(failure.code, failure.message, failure) : failure;
}
