import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import type { Task } from '@/lib/tools/tasks';
import type { Served } from '@/lib/transport/http/wire';
import type { RpcMessage } from '@/lib/transport/json-rpc';
import { APPS_EXTENSION } from './apps';
import { callTool, listTools, type McpCall, type ResultFormat } from './calls';
import { askByResult } from './elicitation';
import type { McpExchange } from './endpoint';
import { declaresExtension, fullServerInfo, RESERVED_META_PREFIX } from './identity';
import { findSdkTool } from './sdk-toolsets';
import { isTaskMethod, serveTaskRequest, TASKS_EXTENSION, writeTask } from './tasks';

type RpcRequest = Extract<RpcMessage, { kind: 'request' }>;

const VERSION = '2026-07-28';

/** Who answered, as a member of a result. */
const serverMember = (): string =>
  once('mcp.server_member', () => `"_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: fullServerInfo() })}`);

/** 2026-07-28: results say that they are complete and who answered, lists also how long they may be cached. */
function statelessResult(): ResultFormat {
  return once('mcp.stateless_result', () => {
    const resultMembers = `"resultType":"complete",${serverMember()}`;
    return { resultMembers, listMembers: `"ttlMs":0,"cacheScope":"private",${resultMembers}`, hasLinks: true };
  });
}

export interface StatelessCall {
  method: string;
  call: McpCall;
}

/** Params that are understood here; a call with another one is left to the SDK. */
const KNOWN_PARAMS = new Set(['name', 'arguments', '_meta']);
const KNOWN_META: readonly string[] = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];

/**
 * A valid `tools/call` or `tools/list` of 2026-07-28: headers and body agree and the envelope is complete. Null leaves the
 * request to the SDK, which knows how to reject it. A test compares both answers.
 */
export function readStatelessCall(exchange: McpExchange, message: RpcMessage | null): StatelessCall | null {
  const { request, endpoint } = exchange;
  if (request.header('mcp-protocol-version') !== VERSION || message?.kind !== 'request') return null;
  const { method, params, id } = message;
  const isCall = method === 'tools/call';
  if (isTaskMethod(method)) return readTaskRequest(exchange, message);
  if ((!isCall && method !== 'tools/list') || findSdkTool(endpoint, params.name)) return null;
  const headersAgree =
    request.header('mcp-method') === method &&
    (isCall ? typeof params.name === 'string' && request.header('mcp-name') === params.name : true);
  if (!headersAgree || !isValidMeta(params._meta) || !Object.keys(params).every((key) => KNOWN_PARAMS.has(key)))
    return null;
  const capabilities = (params._meta as Record<string, unknown>)[CLIENT_CAPABILITIES_META_KEY];
  const call = {
    ...exchange,
    sessionId: null,
    id,
    params,
    format: statelessResult(),
    showsApps: declaresExtension(capabilities, APPS_EXTENSION),
    askToOpen: askByResult(capabilities, serverMember()),
    writeTask: declaresExtension(capabilities, TASKS_EXTENSION)
      ? (task: Task) => writeTask(id, task, serverMember())
      : undefined,
  };
  return { method, call };
}

/** A request about a task by a client that takes them; the SDK refuses all others. */
function readTaskRequest(exchange: McpExchange, { id, method, params }: RpcRequest): StatelessCall | null {
  const meta = params._meta;
  if (!isValidMeta(meta) || exchange.request.header('mcp-method') !== method) return null;
  if (!declaresExtension((meta as Record<string, unknown>)[CLIENT_CAPABILITIES_META_KEY], TASKS_EXTENSION)) return null;
  return { method, call: { ...exchange, sessionId: null, id, params, format: statelessResult() } };
}

/** Answers a call that `readStatelessCall` has read. */
export async function serveStatelessCall({ method, call }: StatelessCall): Promise<Served> {
  if (isTaskMethod(method)) return serveTaskRequest(method, call, serverMember());
  return method === 'tools/call' ? callTool(call) : listTools(call);
}

/** Whether the envelope is complete, and says nothing that only the SDK understands. */
function isValidMeta(meta: unknown): boolean {
  if (!isJsonObject(meta) || meta[PROTOCOL_VERSION_META_KEY] !== VERSION) return false;
  const client = meta[CLIENT_INFO_META_KEY];
  const isClientValid =
    client === undefined ||
    (isJsonObject(client) && typeof client.name === 'string' && typeof client.version === 'string');
  return (
    isClientValid &&
    isProgressTokenValid(meta.progressToken) &&
    areCapabilitiesValid(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    Object.keys(meta).every((key) => KNOWN_META.includes(key) || !key.startsWith(RESERVED_META_PREFIX))
  );
}

function isProgressTokenValid(token: unknown): boolean {
  return token === undefined || typeof token === 'string' || Number.isInteger(token);
}

/** Capabilities whose members are objects. */
function areCapabilitiesValid(capabilities: unknown): boolean {
  return isJsonObject(capabilities) && Object.values(capabilities).every(isJsonObject);
}
