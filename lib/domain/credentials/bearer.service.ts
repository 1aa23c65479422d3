import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import { findPreferredSecret } from './credentials.repo';
import { decryptSecret } from './vault';

const MAX_CACHED = 20_000;
const MAX_AGE_MS = 30_000;

interface CachedToken {
  token: string | null;
}

function cache(): LRUCache<string, CachedToken> {
  return once('credentials.bearer', () => {
    const tokens = new LRUCache<string, CachedToken>({ max: MAX_CACHED, ttl: MAX_AGE_MS });
    onBroadcast('credentials', (payload) => {
      if (isJsonObject(payload) && 'stored_for' in payload) tokens.delete(String(payload.stored_for));
    });
    onReconnect(() => tokens.clear());
    return tokens;
  });
}

/** The owner of a sealed credential; `credentials` broadcasts name it as `stored_for`. */
export function credentialOwner(pair: { agentId: string; experienceId: string }): string {
  return `${pair.agentId}:${pair.experienceId}`;
}

async function readToken(pair: { agentId: string; experienceId: string }): Promise<string | null> {
  const sealed = await findPreferredSecret(pair.agentId, pair.experienceId, 'bearer_token');
  if (!sealed) return null;
  try {
    const secret = decryptSecret(sealed, credentialOwner(pair));
    return isJsonObject(secret) && typeof secret.token === 'string' ? secret.token : null;
  } catch (error) {
    log.error({ err: error, experience: pair.experienceId }, 'could not open a stored credential');
    return null;
  }
}

/**
 * The token that an agent stored for an experience (a `bearer_token` credential `{ token }`), or null. It goes into the
 * Authorization header of calls to that experience and nowhere else.
 * Specification: decisions.md, What the gateway and an experience say to each other.
 */
export async function findBearerToken(pair: { agentId: string; experienceId: string }): Promise<string | null> {
  const tokens = cache();
  const key = credentialOwner(pair);
  const cached = busHealthy() ? tokens.get(key) : undefined;
  if (cached) return cached.token;
  const token = await readToken(pair);
  tokens.set(key, { token });
  return token;
}
