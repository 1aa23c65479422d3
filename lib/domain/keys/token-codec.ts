import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { now } from '@/lib/core/clock';
import { type JwtKey, jwtKeys } from '@/lib/core/jwt-keys';

const ISSUER = 'botplay';
const AUDIENCE = 'botplay-agents';
const ALGORITHM = 'HS256';
/** Sessions of people are JWTs too; the type keeps the two apart beside issuer and audience. */
const TYPE = 'at+jwt';

/** What a token says; times in Unix seconds. */
export interface TokenClaims {
  tokenId: string;
  agentId: string;
  apiKeyId: string;
  scopes: string[];
  expiresAtS: number;
}

const payloadForm = z.object({
  jti: z.uuid(),
  sub: z.uuid(),
  key: z.uuid(),
  scope: z.string(),
  exp: z.number().int(),
});

/** Signs a token with the first of JWT_KEYS. */
export async function signToken(claims: TokenClaims & { issuedAtS: number }): Promise<string> {
  const [{ kid, secret }] = jwtKeys();
  return new SignJWT({ key: claims.apiKeyId, scope: claims.scopes.join(' ') })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setJti(claims.tokenId)
    .setSubject(claims.agentId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(claims.issuedAtS)
    .setExpirationTime(claims.expiresAtS)
    .sign(secret);
}

/** The claims of a token that one of JWT_KEYS signed for us and that has not expired; null for anything else. */
export async function readToken(token: string): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid).secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      currentDate: now(),
    });
    const { jti, sub, key, scope, exp } = payloadForm.parse(payload);
    return { tokenId: jti, agentId: sub, apiKeyId: key, scopes: scope.split(' ').filter(Boolean), expiresAtS: exp };
  } catch {
    return null;
  }
}

function keyNamed(kid: string | undefined): JwtKey {
  const key = jwtKeys().find((candidate) => candidate.kid === kid);
  if (!key) throw new Error('no such key');
  return key;
}
