import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import { findPreferred } from './credentials.repo';
import { unseal } from './vault';

const CAPACITY = 20_000;
const MAX_AGE_MS = 30_000;

interface Held {
  token: string | null;
  readAtMs: number;
}

function cache(): Map<string, Held> {
  return once('credentials.bearer', () => {
    const held = new Map<string, Held>();
    onBroadcast('credentials', (payload) => {
      if (isJsonObject(payload) && 'stored_for' in payload) held.delete(String(payload.stored_for));
    });
    onReconnect(() => held.clear());
    return held;
  });
}

/** What a sealed credential is bound to, and what `credentials` broadcasts name as `stored_for`. */
export function credentialOwner(pair: { agentId: string; experienceId: string }): string {
  return `${pair.agentId}:${pair.experienceId}`;
}

async function readToken(pair: { agentId: string; experienceId: string }): Promise<string | null> {
  const sealed = await findPreferred(pair.agentId, pair.experienceId, 'bearer_token');
  if (!sealed) return null;
  try {
    const secret = unseal(sealed, credentialOwner(pair));
    return isJsonObject(secret) && typeof secret.token === 'string' ? secret.token : null;
  } catch (error) {
    log.error({ err: error, experience: pair.experienceId }, 'a stored credential cannot be opened');
    return null;
  }
}

/**
 * The token that an agent stored for an experience (a `bearer_token` credential `{ token }`), or null. It goes into the
 * Authorization header of calls to that experience and nowhere else.
 * Specification: decisions.md, What the gateway and an experience say to each other.
 */
export async function findBearerToken(pair: { agentId: string; experienceId: string }): Promise<string | null> {
  const held = cache();
  const key = credentialOwner(pair);
  const known = held.get(key);
  if (known && busHealthy() && Date.now() - known.readAtMs < MAX_AGE_MS) return known.token;
  const token = await readToken(pair);
  held.set(key, { token, readAtMs: Date.now() });
  if (held.size > CAPACITY) held.delete(held.keys().next().value as string);
  return token;
}
