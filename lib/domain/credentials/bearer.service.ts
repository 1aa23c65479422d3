import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import { findPreferredSecret } from './credentials.repo';
import type { CredentialPair } from './credentials.schema';
import { noteUse, openRow } from './credentials.service';
import { credentialOwner } from './vault';

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

async function readToken(pair: CredentialPair): Promise<string | null> {
  const row = await findPreferredSecret(pair, 'bearer_token');
  const opened = row && openRow(row, pair);
  if (!opened || typeof opened.secret.token !== 'string') return null;
  void noteUse(opened.id);
  return opened.secret.token;
}

/**
 * The token that an agent stored for an experience (a `bearer_token` credential `{ token }`), or null. It goes into the
 * Authorization header of calls to that experience and nowhere else.
 * Specification: decisions.md, What the gateway and an experience say to each other.
 */
export async function findBearerToken(pair: CredentialPair): Promise<string | null> {
  const tokens = cache();
  const key = credentialOwner(pair);
  const cached = busHealthy() ? tokens.get(key) : undefined;
  if (cached) return cached.token;
  const token = await readToken(pair);
  tokens.set(key, { token });
  return token;
}
