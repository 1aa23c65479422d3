import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** A person with an account at the provider. */
interface ProviderPerson {
  id: number;
  email: string;
  emailVerified: boolean;
  name: string;
}

/** Faults to inject into the provider's answers. */
type Fault = 'none' | 'foreign key' | 'other audience' | 'other nonce' | 'no token' | 'e-mail by userinfo only';

interface Grant {
  person: ProviderPerson;
  redirectUri: string;
  challenge: string;
  nonce: string | null;
}

export interface IdentityProvider {
  url: string;
  clientId: string;
  clientSecret: string;
  /** The person signed in at the provider. */
  person: ProviderPerson;
  fault: Fault;
  /** The reasons for which the token endpoint refused, in order. */
  readonly refusals: string[];
  /** Accepts or refuses at the page of `authorizationUrl`; returns the redirect URL. */
  decide(authorizationUrl: string, answer: 'allow' | 'deny'): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'botplay-client', clientSecret: 'a secret of the client' };

/**
 * A provider over HTTP that acts as GitHub (Enterprise: `/login/oauth`, `/api/v3`) and as an OpenID provider (discovery, signed id
 * tokens). It checks what providers check: client, redirect URL, PKCE, and that a code is used once.
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const grants = new Map<string, Grant>();
  const people = new Map<string, ProviderPerson>();
  const [key, foreignKey] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: IdentityProvider = {
    url,
    ...CLIENT,
    person: { id: 1, email: 'person@example.org', emailVerified: true, name: 'Person' },
    fault: 'none',
    refusals: [],
    async decide(authorizationUrl, answer) {
      const page = new URL(authorizationUrl);
      page.pathname = '/decide';
      page.searchParams.set('answer', answer);
      const decided = await fetch(page, { redirect: 'manual' });
      return decided.headers.get('location') ?? '';
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return void json(discovery(url));
      case '/jwks':
        return void json({ keys: [jwk] });
      case '/authorize':
      case '/login/oauth/authorize':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(consentPage(searchParams));
      case '/decide':
        return void response.writeHead(302, { location: decision(searchParams) }).end();
      case '/token':
      case '/login/oauth/access_token': {
        const answer = await exchange(request, await bodyOf(request));
        return void json(answer, 'error' in answer ? 400 : 200);
      }
      case '/userinfo':
      case '/api/v3/user':
      case '/api/v3/user/emails': {
        const person = people.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
        return void (person ? json(personData(pathname, person)) : json({ error: 'invalid_token' }, 401));
      }
      default:
        return void json({ error: 'not_found' }, 404);
    }
  }

  /** The redirect after the person decided. */
  function decision(asked: URLSearchParams): string {
    const back = new URL(asked.get('redirect_uri') ?? '');
    const state = asked.get('state');
    if (state !== null) back.searchParams.set('state', state);
    if (asked.get('answer') !== 'allow') {
      back.searchParams.set('error', 'access_denied');
      return back.href;
    }
    const code = randomUUID();
    grants.set(code, {
      person: provider.person,
      redirectUri: asked.get('redirect_uri') ?? '',
      challenge: asked.get('code_challenge_method') === 'S256' ? (asked.get('code_challenge') ?? '') : '',
      nonce: asked.get('nonce'),
    });
    back.searchParams.set('code', code);
    return back.href;
  }

  async function exchange(request: IncomingMessage, body: URLSearchParams): Promise<Record<string, unknown>> {
    const grant = grants.get(body.get('code') ?? '');
    grants.delete(body.get('code') ?? '');
    const refusal = findRefusal(request, body, grant);
    if (refusal !== null || !grant) {
      provider.refusals.push(refusal ?? '');
      return { error: 'invalid_grant', error_description: refusal };
    }
    const accessToken = randomBytes(16).toString('hex');
    people.set(accessToken, grant.person);
    if (provider.fault === 'no token') return { token_type: 'bearer' };
    const answer = { access_token: accessToken, token_type: 'bearer', scope: body.get('scope') ?? '' };
    return request.url === '/token' ? { ...answer, id_token: await idToken(grant) } : answer;
  }

  function idToken({ person, nonce }: Grant): Promise<string> {
    const { fault } = provider;
    const about = { email: person.email, email_verified: person.emailVerified };
    return new SignJWT({
      ...(fault === 'e-mail by userinfo only' ? {} : about),
      name: person.name,
      nonce: fault === 'other nonce' ? 'another' : (nonce ?? undefined),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(url)
      .setSubject(String(person.id))
      .setAudience(fault === 'other audience' ? 'another-client' : CLIENT.clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign((fault === 'foreign key' ? foreignKey : key).privateKey);
  }

  return provider;
}

function discovery(url: string): Record<string, unknown> {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };
}

/** Why a provider would refuse the code; null when it is valid. */
function findRefusal(request: IncomingMessage, body: URLSearchParams, grant: Grant | undefined): string | null {
  const [id, secret] = clientOf(request, body);
  const challenge = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url');
  if (id !== CLIENT.clientId || secret !== CLIENT.clientSecret) return 'another client';
  if (!grant) return 'no such code';
  if (grant.redirectUri !== body.get('redirect_uri')) return 'another redirect address';
  return grant.challenge === challenge ? null : 'PKCE does not fit';
}

function clientOf(request: IncomingMessage, body: URLSearchParams): string[] {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined) return [body.get('client_id') ?? '', body.get('client_secret') ?? ''];
  const words = Buffer.from(basic, 'base64').toString().split(':');
  return words.map((word) => decodeURIComponent(word.replaceAll('+', ' ')));
}

/** A person's data in the format of OpenID or of GitHub. */
function personData(pathname: string, { id, email, emailVerified, name }: ProviderPerson): unknown {
  if (pathname === '/userinfo') return { sub: String(id), email, email_verified: emailVerified, name };
  if (pathname === '/api/v3/user') return { id, login: `login-${id}`, name, email: null, avatar_url: null };
  return [
    { email: `second-${email}`, primary: false, verified: true },
    { email, primary: true, verified: emailVerified },
  ];
}

function consentPage(asked: URLSearchParams): string {
  const link = (answer: string, word: string) => {
    const query = new URLSearchParams([...asked, ['answer', answer]]).toString().replaceAll('&', '&amp;');
    return `<p><a href="/decide?${query}">${word}</a></p>`;
  };
  return `<!doctype html><html lang="en"><title>The provider</title><h1>The provider</h1>${link('allow', 'Allow')}${link('deny', 'Cancel')}</html>`;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
