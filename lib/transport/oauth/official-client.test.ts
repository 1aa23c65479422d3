import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { useDatabase as openDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { oauthClient, REDIRECT } from '@/lib/transport/testing/oauth';
import { useServer as startServer } from '@/lib/transport/testing/use-server';

process.env.NEXTAUTH_URL = '';
openDatabase();
const server = startServer();
const browser = oauthClient(server);

/** What the official client asks of its program; `authorizationUrl` is where the person has to go. */
class Program implements OAuthClientProvider {
  authorizationUrl = new URL('http://nowhere.invalid');
  #information: ReturnType<OAuthClientProvider['clientInformation']>;
  #tokens: ReturnType<OAuthClientProvider['tokens']>;
  #verifier = '';
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'Chat', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
  clientInformation = () => this.#information;
  saveClientInformation: NonNullable<OAuthClientProvider['saveClientInformation']> = (information) => {
    this.#information = information;
  };
  tokens = () => this.#tokens;
  saveTokens: OAuthClientProvider['saveTokens'] = (tokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
}

test('the official client signs in with its own provider, and asks again for a scope that it lacks', async () => {
  const owner = await ownerFixture();
  const { agentId } = await agentFixture({ owner });
  const program = new Program();
  const endpoint = new URL(`${server.url}/mcp`);
  const open = () => new StreamableHTTPClientTransport(endpoint, { authProvider: program });
  const agree = async (transport: StreamableHTTPClientTransport, scopes: string[]) => {
    const request = program.authorizationUrl.search.slice(1);
    const decided = await browser.decide(owner, { request, decision: 'agree', agent_id: agentId, scopes });
    await transport.finishAuth(new URL(decided.body.redirect_to).searchParams.get('code') ?? '');
  };

  const first = open();
  await expect(new Client({ name: 'chat', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
  expect(program.authorizationUrl.searchParams.get('resource')).toBe(endpoint.href);
  await agree(first, ['catalog:read']);
  const client = new Client({ name: 'chat', version: '1' });
  const transport = open();
  await client.connect(transport);
  const whoami = () => client.callTool({ name: 'auth.whoami', arguments: {} });
  expect(JSON.stringify(await whoami())).toContain(agentId);

  const before = program.tokens();
  const listLobbies = () =>
    client.callTool({ name: 'lobby.list', arguments: { experience_id: '0190f3a0-0000-7000-8000-000000000001' } });
  await expect(listLobbies()).rejects.toThrow();
  expect(program.authorizationUrl.searchParams.get('scope')).toContain('lobby:read');
  await agree(transport, ['lobby:read']);
  expect(program.tokens()).not.toEqual(before);
  expect(JSON.stringify(await listLobbies())).not.toContain('FORBIDDEN');
  await client.close();
});
