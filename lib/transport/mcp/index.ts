import { peerAddress } from '@/lib/domain/auth';
import { serveWeb } from '@/lib/transport/http/web';
import type { Lane } from '@/lib/transport/lane';
import { closeLiveSessions } from './live-sessions';
import { refuseMcp, serveMcp } from './serve';
import { closeStatelessStreams } from './stateless';

export const mcpLane: Lane = { name: 'mcp', serve: serveMcp, refuse: refuseMcp };

/** `/mcp` and `/mcp/<toolset>`, for Next's route handlers. */
export function handleMcp(request: Request, address = peerAddress(request.headers)): Promise<Response> {
  return serveWeb(request, address, mcpLane);
}

/** Ends every open MCP stream of this process cleanly: clients continue elsewhere with their Last-Event-ID. */
export async function closeMcpStreams(): Promise<void> {
  await Promise.all([closeLiveSessions(), closeStatelessStreams()]);
}
