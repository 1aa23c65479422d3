import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { WireRequest } from '@/lib/transport/http/wire';
import type { RpcMessage } from '@/lib/transport/json-rpc';
import type { Revision } from './endpoint';
import { HANDSHAKE_VERSIONS, RESERVED_META_PREFIX } from './identity';

/**
 * The revision of a POST, as the SDK decides it; the common case is recognised without asking it.
 * @param message what `readRpc` made of `body`
 */
export function revisionOf(request: Pick<WireRequest, 'header'>, body: unknown, message: RpcMessage | null): Revision {
  if (isPlainHandshake(request, message)) return 'handshake';
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: request.header('mcp-protocol-version') ?? undefined,
    mcpMethodHeader: request.header('mcp-method') ?? undefined,
    mcpNameHeader: request.header('mcp-name') ?? undefined,
    body,
  });
  return kind === 'legacy' ? 'handshake' : 'stateless';
}

/** A valid request or notification that has nothing of the stateless revision, neither in its body nor in its headers. */
function isPlainHandshake(request: Pick<WireRequest, 'header'>, message: RpcMessage | null): boolean {
  const version = request.header('mcp-protocol-version');
  if (version !== null && !HANDSHAKE_VERSIONS.includes(version)) return false;
  if (message === null || message.kind === 'response') return false;
  const meta = message.params._meta;
  if (meta === undefined) return true;
  return (
    typeof meta === 'object' && meta !== null && !Object.keys(meta).some((key) => key.startsWith(RESERVED_META_PREFIX))
  );
}
