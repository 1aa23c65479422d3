import { isUnknownTool, type RpcAnswer, type RpcError, readRpc } from './mcp-messages';
import type { OutboundAnswer } from './outbound';

/**
 * The server refused a request because it no longer knows the MCP session. `isCertain`: it refused before it executed
 * anything, so the request may be sent again. `rpcError`: its error about the request itself, if any.
 */
export class SessionForgotten extends Error {
  constructor(
    readonly isCertain: boolean,
    readonly rpcError: RpcError | null = null,
  ) {
    super('The MCP server has forgotten the session.');
  }
}

/**
 * Refusals that servers send with a status other than the 404 of the protocol, before they look at the request: the
 * official TypeScript and Python SDKs (400), mcp-go (400) and older versions of rmcp (401).
 */
const KNOWN_REFUSALS: Readonly<Record<number, RegExp>> = {
  400: /^(?:bad request: )?(?:(?:no valid|missing|invalid|unknown|expired) session id\b|session not found\b|server not initialized\b|mcp-session-id header is required\b)/i,
  401: /^unauthorized: session not found\b/i,
};
const MAX_REFUSAL_CHARACTERS = 200;

function refusalText(rpc: RpcAnswer | null, text: string): string {
  return (rpc?.error ? rpc.error.message : text).trim().slice(0, MAX_REFUSAL_CHARACTERS);
}

/**
 * Whether an answer to the request `id` means that its MCP session is gone. A 404 does, with or without a body, unless
 * the body is the answer to the request. Another status does only with the texts of known servers and outside an answer to
 * the request, where "session" could mean the game's.
 * Specification: Model Context Protocol, Streamable HTTP, Session Management.
 */
export function sessionForgotten(answer: OutboundAnswer, id: number): SessionForgotten | null {
  const { status, text } = answer;
  if (status !== 404 && KNOWN_REFUSALS[status] === undefined) return null;
  const rpc = readRpc(text);
  if (rpc?.result) return null;
  const isAnswer = rpc?.error !== undefined && rpc.id === id;
  if (status === 404) {
    if (isAnswer && isUnknownTool(rpc.error)) return null;
    return new SessionForgotten(true, isAnswer && !/session/i.test(rpc.error.message) ? rpc.error : null);
  }
  if (isAnswer) return null;
  const message = refusalText(rpc, text);
  if (KNOWN_REFUSALS[status]?.test(message)) return new SessionForgotten(true);
  return status === 400 && rpc?.error && /session/i.test(message) ? new SessionForgotten(false) : null;
}
