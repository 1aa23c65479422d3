/** Headers of every MCP request of the handshake revisions. */
export const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

export const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});

/** Opens a session by the handshake. Returns the headers of its requests. */
export async function openMcpSession(
  url: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const all = { ...MCP_HEADERS, ...headers };
  const answer = await fetch(url, { method: 'POST', headers: all, body: INITIALIZE });
  const session = answer.headers.get('mcp-session-id');
  if (!answer.ok || !session) throw new Error(`No session at ${url}: ${answer.status} ${await answer.text()}`);
  const opened = { ...all, 'mcp-session-id': session };
  await fetch(url, { method: 'POST', headers: opened, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' });
  return opened;
}

/** The body of a call of a tool. */
export const toolCall = (name: string, args: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
