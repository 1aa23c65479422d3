import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import { findPreferredSecret } from './credentials.repo';
import type { CredentialUse } from './credentials.schema';
import { noteUse, openRow } from './credentials.service';
import { credentialOwner } from './vault';

const MAX_CACHED = 20_000;
const MAX_AGE_MS = 30_000;

/** The token for calls to an origin, or why there is none. */
interface StoredToken {
  token: string | null;
  /** Whether a token is stored, but for another origin. */
  isWithheld: boolean;
}

interface CachedToken extends StoredToken {
  origin: string | null;
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

async function readToken(use: CredentialUse): Promise<StoredToken> {
  const row = await findPreferredSecret(use, 'bearer_token');
  if (row && row.origin !== use.origin) return { token: null, isWithheld: true };
  const opened = row && openRow(row, use);
  if (!opened || typeof opened.secret.token !== 'string') return { token: null, isWithheld: false };
  void noteUse(opened.id);
  return { token: opened.secret.token, isWithheld: false };
}

/**
 * The token that an agent stored for an experience (a `bearer_token` credential `{ token }`) while its server was at this
 * origin. It goes into the Authorization header of calls to that origin and nowhere else. `origin` is that of the address
 * that the call really goes to.
 * Specification: decisions.md, What the gateway and an experience say to each other.
 */
export async function findBearerToken(use: CredentialUse): Promise<StoredToken> {
  const tokens = cache();
  const key = credentialOwner(use);
  const cached = busHealthy() ? tokens.get(key) : undefined;
  if (cached?.origin === use.origin) return cached;
  const found = await readToken(use);
  tokens.set(key, { ...found, origin: use.origin });
  return found;
}
