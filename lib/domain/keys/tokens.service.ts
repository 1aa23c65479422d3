import type { AgentCaller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { signToken } from './token-codec';

export const DEFAULT_TTL_S = 3_600;
export const MAX_TTL_S = 86_400;

export interface MintedToken {
  accessToken: string;
  /** Seconds; less than asked for when the key ends earlier. */
  expiresInS: number;
  scopes: Scope[];
}

/**
 * A short-lived token from an API key, with all of the key's scopes or fewer. It ends with its key.
 * @throws FORBIDDEN when the caller uses a token itself (else one leaked token would live for ever), or asks for a
 * scope that its key lacks.
 */
export async function mintToken({
  caller,
  scopes,
  ttlS = DEFAULT_TTL_S,
}: {
  caller: AgentCaller;
  scopes?: readonly Scope[];
  ttlS?: number;
}): Promise<MintedToken> {
  if (!caller.credentialId.startsWith('key:'))
    throw new AppError('FORBIDDEN', 'A token is made with an API key, not with a token.');
  const missing = (scopes ?? []).filter((scope) => !caller.scopes.has(scope));
  if (missing.length > 0) {
    throw new AppError('FORBIDDEN', `The API key lacks ${missing.join(', ')}.`, {
      details: { missing_scopes: missing },
    });
  }
  const granted = SCOPES.filter((scope) => (scopes ? scopes.includes(scope) : caller.scopes.has(scope)));
  const issuedAtS = Math.floor(now().getTime() / 1000);
  const expiresAtS = Math.min(issuedAtS + ttlS, caller.expiresAtS ?? Number.POSITIVE_INFINITY);
  const claims = {
    tokenId: newId(),
    agentId: caller.agentId,
    apiKeyId: caller.apiKeyId,
    scopes: granted,
    expiresAtS,
    issuedAtS,
  };
  return { accessToken: await signToken(claims), expiresInS: expiresAtS - issuedAtS, scopes: granted };
}
