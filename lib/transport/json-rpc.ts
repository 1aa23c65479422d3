import { isJsonObject } from '@/lib/core/json';
import { bodyFrom } from '@/lib/transport/http/gzip';
import { jsonText, type WireHeaders, type WireResponse } from '@/lib/transport/http/wire';

export type RpcId = string | number;

/** A message that has the shape of JSON-RPC 2.0; what it asks for is not checked yet. */
export type RpcMessage =
  | { kind: 'request'; id: RpcId; method: string; params: Record<string, unknown> }
  | { kind: 'notification'; method: string; params: Record<string, unknown> }
  | { kind: 'response' };

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Faults of the transport, as the SDKs number them. */
export const TRANSPORT_ERROR = -32000;
export const SESSION_NOT_FOUND = -32001;

/** An integer beyond 2^53 would be answered as another one. */
function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Reads one JSON-RPC message; null when the value has no such shape. */
export function readRpc(value: unknown): RpcMessage | null {
  if (!isJsonObject(value) || value.jsonrpc !== '2.0') return null;
  if (typeof value.method !== 'string') {
    return isId(value.id) && ('result' in value || 'error' in value) ? { kind: 'response' } : null;
  }
  const params = value.params ?? {};
  if (!isJsonObject(params)) return null;
  if (!('id' in value)) return { kind: 'notification', method: value.method, params };
  return isId(value.id) ? { kind: 'request', id: value.id, method: value.method, params } : null;
}

/** An answer whose result is JSON text already; `members`, JSON text without braces, is added to an object. */
export function rpcResultText(id: RpcId, resultJson: string, members = ''): string {
  const result = members === '' ? resultJson : `${resultJson.slice(0, -1)},${members}}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

const START_OF_RESULT = '{"result":';

/** Keeps a JSON object ready to be the result of many answers. */
export const keepResult = (objectJson: string): Buffer => Buffer.from(START_OF_RESULT + objectJson.slice(0, -1));

/** An answer whose result is kept ready. It comes first in it, so that what is compressed of it is the same in all. */
export function rpcKeptResult(id: RpcId, kept: Buffer, members = ''): Buffer<ArrayBuffer> {
  return bodyFrom(kept, `${members === '' ? '' : `,${members}`}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`);
}

export function rpcErrorText(id: RpcId | null, code: number, message: string, data?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

/** A refusal as an HTTP answer with a JSON-RPC error in it. */
export function rpcRefusal(
  status: number,
  code: number,
  message: string,
  options: { id?: RpcId | null; data?: unknown; headers?: WireHeaders } = {},
): WireResponse {
  return jsonText(status, rpcErrorText(options.id ?? null, code, message, options.data), options.headers);
}

/** The refusal of a stream whose owner or address has as many open as it may. */
export function tooManyStreams(): WireResponse {
  const headers = { 'retry-after': '1' };
  return rpcRefusal(429, TRANSPORT_ERROR, 'Too many open streams. Close some, and try again.', { headers });
}
