import type { IncomingHttpHeaders } from 'node:http';
import { toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { authenticate, readOwner } from '@/lib/domain/auth';
import { isOwnOrigin } from '@/lib/transport/http/hosts';
import type { RelayCaller } from '@/lib/transport/relay';

/**
 * Who opens a connection to the relay: an agent by its credential, a page by its cookie, or anybody without either. Pages
 * of other sites are refused, because a browser would let them speak to a server on this machine.
 */
export async function findCaller(headers: IncomingHttpHeaders): Promise<RelayCaller | { refusal: string }> {
  const { origin, host = '', authorization } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, host)) return { refusal: '403 Forbidden' };
  const apiKey = headers['x-api-key']?.toString() ?? null;
  try {
    if (authorization !== undefined || apiKey !== null) {
      const caller = await authenticate({ authorization: authorization ?? null, apiKey });
      return caller ? { ownerId: caller.ownerId } : { refusal: '401 Unauthorized' };
    }
    const owner = await readOwner(headers.cookie ?? null);
    return { ownerId: owner?.ownerId ?? null };
  } catch (thrown) {
    const { code, http } = toAppError(thrown);
    log.warn({ code, err: thrown }, 'could not find out who opens a relay connection');
    return { refusal: http === 503 ? '503 Service Unavailable' : '401 Unauthorized' };
  }
}
