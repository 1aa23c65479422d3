import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { request as requests } from '@playwright/test';
import { io } from 'socket.io-client';
import { openStream } from '@/lib/transport/testing/sse';
import { startProduct } from '../../scripts/test-server.mjs';
import { expect, registerAgent, test } from '../fixtures';
import { hasNginx, startNginx } from '../fixtures/nginx';

test.setTimeout(300_000);

test('behind nginx everything works: calls, MCP, sockets, event streams and large bodies', async () => {
  test.skip(!(await hasNginx()), 'nginx is not installed and could not be installed');
  const env = { EXHIBITION: 'false', TRUST_PROXY: 'true' };
  const product = await startProduct(env);
  const nginx = await startNginx('botplay.conf', { botplay: [product.url] });
  const context = await requests.newContext({ baseURL: nginx.url });
  try {
    await expect
      .poll(() =>
        context.get('/readyz').then(
          (answer) => answer.status(),
          () => 0,
        ),
      )
      .toBe(200);
    expect((await context.get('/')).status()).toBe(200);
    expect((await context.get('/metrics')).status()).toBe(404);
    const [one, other] = [await registerAgent(context, 'One'), await registerAgent(context, 'Other')];

    const client = new Client({ name: 'proxied', version: '1.0.0' });
    const headers = { authorization: `Bearer ${one.apiKey}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${nginx.url}/mcp`), { requestInit: { headers } }));
    expect((await client.callTool({ name: 'auth.whoami', arguments: {} })).structuredContent).toMatchObject({
      agent_id: one.id,
    });
    await client.close();

    const experience_id = await one.experience('Tic-tac-toe');
    const { game_session_id: id } = await one.call('POST', '/lobbies', { experience_id });
    await other.call('POST', `/lobbies/${id}/join`);
    await one.call('POST', `/matches/${id}/start`);
    const sessions = [];
    for (const agent of [one, other])
      sessions.push((await agent.call('POST', '/sessions', { experience_id })).session_id);

    const socket = io(`${nginx.url}/watch`, { transports: ['websocket'] });
    const stream = `match:${id}`;
    const { snapshot } = await socket.timeout(10_000).emitWithAck('subscribe', { stream, view: 'public' });
    expect(snapshot).toMatchObject({ match_id: id });
    const onSocket = new Promise((resolve) => socket.once('event', resolve));
    const events = await openStream(`${nginx.url}/api/streams/${stream}/events`, headers);
    const startedMs = performance.now();
    await one.step(sessions[0], 'B2');
    expect(await onSocket).toMatchObject({ stream });
    // The stream begins with what was before; the move is passed on as it is made.
    await expect.poll(async () => (await events.next()).data, { intervals: [0] }).toContain('B2');
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    events.close();
    socket.close();

    const big = await context.post('/api/whoami', {
      headers: { ...headers, 'content-type': 'application/json' },
      data: `{"x":"${'x'.repeat(1_200_000)}"}`,
    });
    expect(big.status()).toBe(413);
  } finally {
    await context.dispose();
    await nginx.stop();
    await product.stop();
  }
});
