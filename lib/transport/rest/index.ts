import { PEER_ADDRESS_HEADER } from '@/lib/domain/auth';
import { type Peer, serveWeb } from '@/lib/transport/http/web';
import { serveRest } from './serve';

/** Every REST operation below `/api` and `/v1`, for Next's route handlers. Our server notes the peer's address in a header. */
export function handleRest(request: Request, extra: Peer = {}): Promise<Response> {
  return serveWeb(request, { address: request.headers.get(PEER_ADDRESS_HEADER) ?? undefined, ...extra }, serveRest);
}
