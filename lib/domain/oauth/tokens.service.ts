import { createHash, timingSafeEqual } from 'node:crypto';
import { now } from '@/lib/core/clock';
import type { ApiKeyId } from '@/lib/core/ids';
import { hashSecret, isOauthSecretForm } from '@/lib/core/secrets';
import {
  type AppTokens,
  announceApp,
  connectApp,
  endApp,
  endAppOfToken,
  type RefreshFault,
  refreshApp,
} from '@/lib/domain/keys';
import { readScopes } from './authorization-request';
import { authenticateClient, type ClientProof } from './clients.service';
import { type CodeRow, findAppOfCode, noteApp, takeCode, transaction } from './codes.repo';
import { OauthFault } from './oauth-fault';
import { readTarget, type Site } from './site';

/** The fields of a token request that its grant type reads. */
export interface TokenRequest {
  proof: ClientProof;
  site: Site;
  /** A field of the form; null when it is absent. */
  field(name: string): string | null;
}

/**
 * Exchanges a code or a refresh token for tokens. Specification: OAuth 2.1, 3.2; RFC 7636; RFC 8707.
 * @throws OauthFault · RATE_LIMITED
 */
export async function exchangeTokens(request: TokenRequest): Promise<AppTokens> {
  const grant = request.field('grant_type');
  if (grant !== 'authorization_code' && grant !== 'refresh_token')
    throw new OauthFault('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  await authenticateClient(request.proof);
  return grant === 'authorization_code' ? exchangeCode(request) : exchangeRefreshToken(request);
}

const require = ({ field }: TokenRequest, name: string): string => {
  const value = field(name);
  if (value === null || value === '') throw new OauthFault('invalid_request', `${name} is missing.`);
  return value;
};

/** Whether a token request may get a token for an audience: it names the same resource, or none. */
function isSameResource({ field, site }: TokenRequest, audience: string): boolean {
  const resource = field('resource');
  return resource === null || readTarget(site, resource)?.audience === audience;
}

async function exchangeCode(request: TokenRequest): Promise<AppTokens> {
  const code = require(request, 'code');
  const verifier = require(request, 'code_verifier');
  const redirectUri = require(request, 'redirect_uri');
  const { clientId } = request.proof;
  if (!isOauthSecretForm('code', code)) throw invalidCode();
  const hash = hashSecret(code);
  // A code that does not fit is used up all the same: it was sent by another client than the one that it was made for.
  const outcome = await transaction(async (tx): Promise<(AppTokens & { appId: ApiKeyId }) | OauthFault | null> => {
    const row = await takeCode(tx, hash, now());
    if (!row) return null;
    const fault = findCodeFault(row, request, { verifier, redirectUri });
    if (fault) return fault;
    const connected = await connectApp(tx, {
      agentId: row.agent_id,
      clientId,
      clientName: row.client_name,
      clientHost: row.client_host,
      scopes: row.scopes,
      audience: row.audience,
      refreshes: row.refreshes,
    });
    await noteApp(tx, hash, connected.appId);
    return connected;
  });
  if (outcome instanceof OauthFault) throw outcome;
  if (outcome === null) {
    // Exchanged before: it was copied, by whom is not known (OAuth 2.1, 4.1.3).
    const appId = await findAppOfCode(hash, clientId);
    if (appId) await endApp(appId);
    throw invalidCode();
  }
  const { appId, ...tokens } = outcome;
  await announceApp(appId);
  return tokens;
}

function findCodeFault(
  row: CodeRow,
  request: TokenRequest,
  sent: { verifier: string; redirectUri: string },
): OauthFault | null {
  if (row.client_id !== request.proof.clientId) return invalidCode();
  if (row.redirect_uri !== sent.redirectUri)
    return new OauthFault('invalid_grant', 'redirect_uri is not the one of the authorization request.');
  const challenge = createHash('sha256').update(sent.verifier).digest('base64url');
  if (!timingSafeEqual(Buffer.from(challenge), Buffer.from(row.code_challenge)))
    return new OauthFault('invalid_grant', 'code_verifier does not fit the code_challenge.');
  if (!isSameResource(request, row.audience))
    return new OauthFault('invalid_target', `The code was made for ${row.audience}.`);
  return null;
}

const invalidCode = () => new OauthFault('invalid_grant', 'The code is not valid: unknown, used or expired.');

const REFRESH_FAULTS: Record<RefreshFault, OauthFault> = {
  unknown: new OauthFault('invalid_grant', 'The refresh token is not valid: unknown, revoked or expired.'),
  other_client: new OauthFault('invalid_grant', 'The refresh token is not valid: unknown, revoked or expired.'),
  reused: new OauthFault('invalid_grant', 'The refresh token was used before, so the app was disconnected.'),
  other_audience: new OauthFault('invalid_target', 'The refresh token was made for another resource.'),
  more_scopes: new OauthFault('invalid_scope', 'A refresh token gives no more scopes than it has: authorize again.'),
};

async function exchangeRefreshToken(request: TokenRequest): Promise<AppTokens> {
  const token = require(request, 'refresh_token');
  const answer = await refreshApp(token, {
    clientId: request.proof.clientId,
    scopes: readScopes(request.field('scope')),
    isAudience: (audience) => isSameResource(request, audience),
  });
  if (typeof answer === 'string') throw REFRESH_FAULTS[answer];
  return answer;
}

/**
 * Ends the app of a token, access and refresh tokens alike, on every open connection. A token that is unknown is as good as
 * revoked. Specification: RFC 7009.
 * @throws OauthFault invalid_client · invalid_request
 */
export async function revokeToken(request: TokenRequest): Promise<void> {
  await authenticateClient(request.proof);
  await endAppOfToken(require(request, 'token'), { clientId: request.proof.clientId });
}
