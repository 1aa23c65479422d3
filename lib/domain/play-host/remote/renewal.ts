import type { CachedSession } from '@/lib/domain/seating';
import type { UpstreamAnswer } from '@/lib/gateway';

const NOTICE =
  'The server had forgotten the connection of this session, which was opened again for this step. What belonged to it, such ' +
  'as a login, is gone: log in again where that is needed.';

/** What an agent reads when the MCP session of its session was replaced during a call; null when it was not. */
export function renewalNotice(
  { upstreamSessionId }: Pick<CachedSession, 'upstreamSessionId'>,
  answer: Pick<UpstreamAnswer, 'upstreamSessionId'>,
): string | null {
  return upstreamSessionId !== null && answer.upstreamSessionId !== undefined ? NOTICE : null;
}
