import { createHash, randomBytes } from 'node:crypto';
import type { OwnerFixture } from '@/lib/testing/fixtures';

// biome-ignore lint/suspicious/noExplicitAny: answers are compared field by field
type Json = any;

export const REDIRECT = 'http://127.0.0.1:33418/callback';

export interface OauthAnswer {
  status: number;
  body: Json;
  headers: Headers;
}

async function toAnswer(response: Response): Promise<OauthAnswer> {
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
}

/** A client of the OAuth server of a test server, and the browser of a person who decides. */
export function oauthClient(server: { readonly url: string }) {
  const postForm = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    toAnswer(
      await fetch(`${server.url}${path}`, { method: 'POST', body: new URLSearchParams(form), headers: { ...headers } }),
    );

  return {
    get: async (path: string) => toAnswer(await fetch(`${server.url}${path}`)),

    register: async (metadata: Json = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }) =>
      toAnswer(
        await fetch(`${server.url}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(metadata),
        }),
      ),

    /** The query of an authorization request, with what `changes` says; null leaves a parameter out. */
    ask(clientId: string, changes: Record<string, string | null> = {}) {
      const verifier = randomBytes(32).toString('base64url');
      const all: Record<string, string | null> = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: REDIRECT,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        resource: `${server.url}/mcp`,
        state: 'a state',
        ...changes,
      };
      const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
      return { verifier, query: new URLSearchParams(sent).toString() };
    },

    /** What the consent page sends for its person. */
    decide: async (owner: OwnerFixture | null, body: Json, headers: Record<string, string> = {}) =>
      toAnswer(
        await fetch(`${server.url}/api/console/apps/decisions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(owner ? { cookie: owner.cookie } : {}), ...headers },
          body: JSON.stringify(body),
        }),
      ),

    token: (form: Record<string, string>, headers?: Record<string, string>) => postForm('/oauth/token', form, headers),
    revoke: (form: Record<string, string>) => postForm('/oauth/revoke', form),

    /** Everything from registering to the tokens. */
    async connect(
      owner: OwnerFixture,
      agentId: string,
      { scopes = ['catalog:read'], resource = `${server.url}/mcp` }: { scopes?: string[]; resource?: string } = {},
    ) {
      const clientId: string = (await this.register()).body.client_id;
      return this.authorize(owner, { clientId, agentId, scopes, resource });
    },

    async authorize(
      owner: OwnerFixture,
      wanted: { clientId: string; agentId: string; scopes?: string[]; resource?: string },
    ) {
      const { clientId, agentId, scopes = ['catalog:read'], resource = `${server.url}/mcp` } = wanted;
      const { verifier, query } = this.ask(clientId, { scope: scopes.join(' '), resource });
      const decided = await this.decide(owner, { request: query, decision: 'agree', agent_id: agentId, scopes });
      if (decided.status !== 200) throw new Error(JSON.stringify(decided.body));
      const code = new URL(decided.body.redirect_to).searchParams.get('code') ?? '';
      const exchange = {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: REDIRECT,
        client_id: clientId,
        resource,
      };
      const { status, body } = await this.token(exchange);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return {
        clientId,
        exchange,
        accessToken: body.access_token as string,
        refreshToken: body.refresh_token as string,
        body,
      };
    },

    refresh(of: { clientId: string; refreshToken: string }, more: Record<string, string> = {}) {
      const { clientId: client_id, refreshToken: refresh_token } = of;
      return this.token({ grant_type: 'refresh_token', client_id, refresh_token, ...more });
    },
  };
}
