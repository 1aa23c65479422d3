import { cutText } from '@/lib/core/cut-text';
import { AppError } from '@/lib/core/errors';
import { isJsonObject, isTooDeep } from '@/lib/core/json';
import type { ServerDescription, UpstreamTool } from './experience-client';
import {
  answers,
  BASE_HEADERS,
  HANDSHAKE_VERSIONS,
  INITIALIZED_BODY,
  initializeBody,
  isAnswerTo,
  readRpc,
  rpcFailure,
  STATELESS_VERSION,
  statelessBody,
  statelessHeaders,
} from './mcp-messages';
import type { Outbound, OutboundAnswer } from './outbound';
import { removeFromText, secretsOf } from './secrets';
import { cleanText } from './text';
import { statusError, unusableAnswer } from './upstream-error';

const MAX_TOOL_NAME = 128;
const MAX_DESCRIPTION_CHARACTERS = 10_000;

type Era = 'stateless' | 'handshake';

/** The era of a server, and what a stateless one says about itself. */
export interface Detection {
  era: Era;
  server: ServerDescription;
}

/** A session of a stateful server; `id` is null for servers that speak the handshake but keep no session. */
export interface McpSession {
  id: string | null;
  /** What every request of the session carries. */
  headers: Record<string, string>;
  /** What the server said about itself in the handshake; absent in a session that was continued by its handle. */
  server?: ServerDescription;
}

/**
 * A session as text that any process can continue it from: its protocol version, its id and the origin of its server.
 * Null without an id.
 */
export function sessionHandle({ id, headers }: McpSession, server: URL): string | null {
  return id === null ? null : `${headers['mcp-protocol-version']} ${id} ${server.origin}`;
}

/**
 * The session of a handle. Null when the text is no handle, and for a session of another origin: its id gives access to
 * what the agent has logged in to there.
 */
export function sessionOfHandle(handle: string, server: URL, bearerToken: string | null): McpSession | null {
  const [version = '', id = '', origin = ''] = handle.split(' ');
  if (id === '' || !HANDSHAKE_VERSIONS.includes(version) || origin !== server.origin) return null;
  const headers = withBearer(BASE_HEADERS, bearerToken);
  return { id, headers: { ...headers, 'mcp-protocol-version': version, 'mcp-session-id': id } };
}

function withBearer(headers: Readonly<Record<string, string>>, bearerToken: string | null): Record<string, string> {
  return bearerToken === null ? { ...headers } : { ...headers, authorization: `Bearer ${bearerToken}` };
}

/** The answer to a request, without the token that the request carried. */
async function ask(
  outbound: Outbound,
  bearerToken: string | null,
  request: Parameters<Outbound['request']>[0],
): Promise<OutboundAnswer> {
  const answer = await outbound.request(request);
  return { ...answer, text: removeFromText(answer.text, secretsOf({ bearerToken })) };
}

/** The result of a stateless server; null for any other answer. */
function statelessDiscovery(text: string): Record<string, unknown> | null {
  const rpc = readRpc(text);
  const result = rpc && answers(rpc, 0) ? rpc.result : undefined;
  const versions = result?.supportedVersions;
  return result && Array.isArray(versions) && versions.includes(STATELESS_VERSION) ? result : null;
}

const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

/** Name, title, version and instructions of a server, from the result of its handshake or discovery. */
function describeServer(result: Record<string, unknown> | null): ServerDescription {
  const meta = isJsonObject(result?._meta) ? result._meta[SERVER_INFO_KEY] : undefined;
  const info = isJsonObject(result?.serverInfo) ? result.serverInfo : isJsonObject(meta) ? meta : {};
  const text = (value: unknown) => (typeof value === 'string' ? cleanText(value) : '');
  return { name: text(info.name), title: text(info.title), version: text(info.version) };
}

/**
 * Detects the era of a server, as the official client's `versionNegotiation: 'auto'` does: one `server/discover`; any
 * answer other than that of a stateless server means the handshake.
 * @throws EXPERIENCE_AUTH_FAILED, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, POOL_EXHAUSTED
 */
export async function detectEra(outbound: Outbound, url: URL, bearerToken: string | null): Promise<Detection> {
  const answer = await ask(outbound, bearerToken, {
    method: 'POST',
    url,
    headers: withBearer(statelessHeaders('server/discover'), bearerToken),
    body: statelessBody(0, 'server/discover', {}),
    isWanted: isAnswerTo(0),
  });
  if (answer.status === 401 || answer.status === 403) throw statusError(answer.status, answer.text);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const result = isSuccess ? statelessDiscovery(answer.text) : null;
  return { era: result ? 'stateless' : 'handshake', server: describeServer(result) };
}

/** A tool's name in quotes; one that does not have the form of the protocol is a stranger's text and is not repeated. */
const toolName = (name: string): string => (/^[\w./-]{1,64}$/.test(name) ? `"${name}"` : 'with an unusual name');

/** A revision of the protocol as a name: one that is no date is a stranger's text and is not repeated. */
const revisionName = (version: unknown): string =>
  typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version)
    ? `MCP ${version}`
    : 'a revision of MCP without a date';

function initializeResult(answer: OutboundAnswer): Record<string, unknown> {
  const rpc = readRpc(answer.text);
  if (rpc?.error) throw rpcFailure(rpc.error);
  if (answer.status < 200 || answer.status > 299) throw statusError(answer.status, answer.text);
  if (!rpc?.result || !answers(rpc, 0))
    throw unusableAnswer('Not an MCP server: it did not answer the handshake with JSON-RPC.');
  return rpc.result;
}

/**
 * The handshake of a stateful server.
 * @throws EXPERIENCE_ERROR when it supports no revision that we support; and the errors of outbound calls
 */
export async function openSession(outbound: Outbound, url: URL, bearerToken: string | null): Promise<McpSession> {
  const headers = withBearer(BASE_HEADERS, bearerToken);
  const answer = await ask(outbound, bearerToken, {
    method: 'POST',
    url,
    headers,
    body: initializeBody(0),
    isWanted: isAnswerTo(0),
  });
  const result = initializeResult(answer);
  const version = result.protocolVersion;
  if (typeof version !== 'string' || !HANDSHAKE_VERSIONS.includes(version)) {
    throw unusableAnswer(`The server uses ${revisionName(version)}, which is not supported.`);
  }
  const header = answer.headers['mcp-session-id'];
  const id = typeof header === 'string' ? header : null;
  headers['mcp-protocol-version'] = version;
  if (id !== null) headers['mcp-session-id'] = id;
  const confirmed = await ask(outbound, bearerToken, { method: 'POST', url, headers, body: INITIALIZED_BODY });
  if (confirmed.status >= 400) throw statusError(confirmed.status, confirmed.text);
  return { id, headers, server: describeServer(result) };
}

/**
 * The tools of a `tools/list` answer with the fields that are stored. Tools whose names are longer than the protocol
 * allows are left out, long descriptions are cut, annotations that are nested too deeply are dropped.
 * @throws EXPERIENCE_ERROR when it is no list of tools, or a schema in it is nested too deeply
 */
export function upstreamTools(list: unknown): UpstreamTool[] {
  if (!Array.isArray(list)) throw new AppError('EXPERIENCE_ERROR', 'The server did not answer tools/list with a list.');
  return list.flatMap((item): UpstreamTool[] => {
    if (!isJsonObject(item) || typeof item.name !== 'string' || item.name.length > MAX_TOOL_NAME) return [];
    if (isTooDeep(item.inputSchema)) {
      throw unusableAnswer(`The input schema of the tool ${toolName(item.name)} is nested too deeply.`);
    }
    return [
      {
        name: item.name,
        ...(typeof item.description === 'string'
          ? { description: cutText(item.description, MAX_DESCRIPTION_CHARACTERS) }
          : {}),
        ...(item.inputSchema === undefined ? {} : { inputSchema: item.inputSchema }),
        ...(item.annotations === undefined || isTooDeep(item.annotations) ? {} : { annotations: item.annotations }),
      },
    ];
  });
}
