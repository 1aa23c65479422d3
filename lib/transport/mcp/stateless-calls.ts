import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import type { WireResponse } from '@/lib/transport/http/wire';
import { readRpc } from '@/lib/transport/json-rpc';
import { callTool, listTools, type McpCall, type ResultFormat } from './calls';
import { hasFixtures } from './conformance';
import { SERVER_INFO } from './identity';
import type { McpExchange } from './serve';

const VERSION = '2026-07-28';

const resultMembers = `"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })}`;

/** 2026-07-28: results say that they are complete, lists how long they may be kept, and each who answered. */
const STATELESS_RESULT: ResultFormat = {
  resultMembers,
  listMembers: `"ttlMs":0,"cacheScope":"private",${resultMembers}`,
};

export interface StatelessCall {
  method: string;
  call: McpCall;
}

/** Keys of params that the direct path understands; a call with another one is the SDK's. */
const KNOWN_PARAMS = new Set(['name', 'arguments', '_meta']);

/**
 * A `tools/call` or `tools/list` of the 2026-07-28 era with which nothing is wrong: body and headers agree and the
 * envelope is whole. Null leaves it to the SDK, which knows how to refuse. A test holds both answers against each other.
 */
export function readStatelessCall(exchange: McpExchange, body: unknown): StatelessCall | null {
  const { request, endpoint } = exchange;
  if (request.header('mcp-protocol-version') !== VERSION) return null;
  const message = readRpc(body);
  if (message?.kind !== 'request' || hasFixtures(endpoint)) return null;
  const { method, params, id } = message;
  const named = method === 'tools/call';
  if (!named && method !== 'tools/list') return null;
  const headersAgree =
    request.header('mcp-method') === method &&
    (named ? typeof params.name === 'string' && request.header('mcp-name') === params.name : true);
  if (!headersAgree || !isWhole(params._meta) || !Object.keys(params).every((key) => KNOWN_PARAMS.has(key)))
    return null;
  return { method, call: { ...exchange, sessionId: '', id, params, era: STATELESS_RESULT } };
}

/** Answers a call that `readStatelessCall` has read. */
export async function serveStatelessCall({ method, call }: StatelessCall): Promise<WireResponse> {
  return method === 'tools/call' ? callTool(call) : listTools(call);
}

/** Whether an envelope is one that needs no second look. */
function isWhole(meta: unknown): boolean {
  if (!isRecord(meta) || meta[PROTOCOL_VERSION_META_KEY] !== VERSION) return false;
  const client = meta[CLIENT_INFO_META_KEY];
  const clientFits =
    client === undefined || (isRecord(client) && typeof client.name === 'string' && typeof client.version === 'string');
  const known = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];
  return (
    clientFits &&
    isEmptyOrPlain(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    Object.keys(meta).every((key) => known.includes(key))
  );
}

/** Capabilities whose members are objects; what they say does not matter to our tools. */
function isEmptyOrPlain(capabilities: unknown): boolean {
  return isRecord(capabilities) && Object.values(capabilities).every(isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
