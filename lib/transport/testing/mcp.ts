import { newId } from '@/lib/core/ids';

/** One raw exchange: what went over the wire, without an SDK in between. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  json: RpcAnswer | null;
}

export interface RpcAnswer {
  jsonrpc?: string;
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Posts a body as it is to an MCP endpoint; a header of null is left out. */
export async function postMcp(
  url: string,
  body: string,
  headers: Record<string, string | null> = {},
): Promise<RawAnswer> {
  const all = Object.entries({ ...MCP_HEADERS, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const answer = await fetch(url, { method: 'POST', headers: all, body });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? (JSON.parse(text) as RpcAnswer) : null,
  };
}

export function rpc(method: string, params: Record<string, unknown> = {}, id: string | number = newId()): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function initializeBody(protocolVersion = '2025-11-25'): string {
  return rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }, 0);
}

/** Opens a session by the handshake. Returns the headers that its requests need. */
export async function openRawSession(url: string, apiKey: string): Promise<Record<string, string>> {
  const answer = await postMcp(url, initializeBody(), { authorization: `Bearer ${apiKey}` });
  const session = answer.headers.get('mcp-session-id');
  if (answer.status !== 200 || !session) throw new Error(`No session: ${answer.status} ${answer.text}`);
  return { authorization: `Bearer ${apiKey}`, 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
}
