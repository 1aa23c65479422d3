import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { WireRequest } from '@/lib/transport/http/wire';
import { readRpc } from '@/lib/transport/json-rpc';
import { HANDSHAKE_VERSIONS } from './identity';

/** 2024-11-05 to 2025-11-25 open a session by a handshake; 2026-07-28 sends every request on its own. */
export type Era = 'handshake' | 'stateless';

/** Reserved for what a stateless request says of itself. */
const RESERVED = 'io.modelcontextprotocol/';

/** Which era a POST belongs to, as the SDK decides it; the usual case is seen without asking it. */
export function revisionOf(request: Pick<WireRequest, 'header'>, body: unknown): Era {
  if (isPlainCall(request, body)) return 'handshake';
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: request.header('mcp-protocol-version') ?? undefined,
    mcpMethodHeader: request.header('mcp-method') ?? undefined,
    mcpNameHeader: request.header('mcp-name') ?? undefined,
    body,
  });
  return kind === 'legacy' ? 'handshake' : 'stateless';
}

/** A well-formed request that claims nothing of the later era, neither in its body nor in its headers. */
function isPlainCall(request: Pick<WireRequest, 'header'>, body: unknown): boolean {
  const version = request.header('mcp-protocol-version');
  if (version !== null && !HANDSHAKE_VERSIONS.includes(version)) return false;
  const message = readRpc(body);
  if (message?.kind !== 'request' || message.method === 'initialize') return false;
  const meta = message.params._meta;
  if (meta === undefined) return true;
  return typeof meta === 'object' && meta !== null && !Object.keys(meta).some((key) => key.startsWith(RESERVED));
}
