import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { runSuite, summarize } from './suite.mjs';

const postJson = (url, body, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function json(answer, status) {
  const body = await answer.json();
  if (answer.status !== status) throw new Error(`HTTP ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}

/** The cookies of a new owner who has signed in as the sign-in page does. */
async function signIn(url) {
  const account = { email: `${randomUUID()}@example.org`, password: 'a long enough password' };
  await json(await postJson(`${url}/api/owners`, account), 201);
  const jar = new Map();
  const keep = (answer) => {
    for (const line of answer.headers.getSetCookie()) jar.set(line.split('=', 1)[0], line.split(';', 1)[0]);
    return answer;
  };
  const cookie = () => [...jar.values()].join('; ');
  const { csrfToken } = await keep(await fetch(`${url}/api/auth/csrf`)).json();
  const form = new URLSearchParams({ ...account, csrfToken, json: 'true' });
  const headers = { cookie: cookie() };
  keep(
    await fetch(`${url}/api/auth/callback/credentials`, { method: 'POST', body: form, headers, redirect: 'manual' }),
  );
  return cookie();
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Agrees to the request of an address, and opens the address that the answer names. */
async function agree(address, { url, cookie }) {
  const decision = {
    request: new URL(address).search.slice(1),
    decision: 'agree',
    new_agent_name: 'Conformance',
    scopes: ['catalog:read'],
  };
  const { redirect_to } = await json(await postJson(`${url}/api/console/apps/decisions`, decision, { cookie }), 200);
  await fetch(redirect_to);
}

/**
 * Runs the scenarios about authorization with a new owner, and with a script as the person who agrees.
 * @param url the origin of a running server
 * @returns whether they passed, a summary line and the suite's output
 */
export async function runAuthorization(url) {
  const port = await freePort();
  const redirect_uris = [`http://127.0.0.1:${port}/callback`];
  const metadata = { client_name: 'Conformance suite', redirect_uris, token_endpoint_auth_method: 'none' };
  const { client_id } = await json(await postJson(`${url}/oauth/register`, metadata), 201);
  const cookie = await signIn(url);
  const args = ['--url', url, '--client-id', client_id, '--resource', `${url}/mcp`, '--port', String(port)];
  let isAnswered = false;
  const run = await runSuite(['authorization', ...args], (output, suite) => {
    const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0];
    if (!address || isAnswered) return;
    isAnswered = true;
    agree(address, { url, cookie }).catch((error) => {
      console.error(error);
      suite.kill();
    });
  });
  return summarize('authorization', run);
}
