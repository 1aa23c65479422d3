import type { WireRequest, WireResponse } from '@/lib/transport/http/wire';

/** `POST /v1/experiences/{id}/verify`. */
export async function serveVerification(_request: WireRequest, _path: string): Promise<WireResponse | null> {
  return null;
}
