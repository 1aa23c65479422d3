import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { transaction } from '@/lib/data/database';
import { disconnectApp, listApps, revokeKey } from '@/lib/domain/keys';
import { appendEvents, publish, startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, appTokenFixture, ownerFixture } from '@/lib/testing/fixtures';
import { initializeBody, MCP_HEADERS, openRawSession, postMcp, type RpcAnswer, rpc } from '@/lib/transport/testing/mcp';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';
import { openStream } from '@/lib/transport/testing/sse';
import { type StartedProcess, startProcess } from '@/lib/transport/testing/start-process';
import { isCallInFlight } from './in-flight';
import { buildServer } from './server';

useDatabase();

let server: TestServer;
/** A second instance, in another process. */
let other: StartedProcess<{ url: string }>;
let agent: AgentFixture;
let url: string;
let session: Record<string, string>;

beforeAll(async () => {
  await startBus();
  server = await serveTransports();
  url = `${server.url}/mcp`;
  other = await startProcess('lib/transport/testing/process.ts');
}, 60_000);
afterAll(async () => {
  await other.stop();
  await server.close();
  await stopBus();
});
beforeEach(async () => {
  agent = await agentFixture();
  session = await openRawSession(url, agent.apiKey);
});

const MINE = 'botplay://streams/me';

/** Publishes an event to the agent. Returns its cursor. */
async function publishEvent(type: string): Promise<string> {
  const appended = await transaction((client) => appendEvents(client, `agent:${agent.agentId}`, [{ type, data: {} }]));
  publish(appended);
  return appended.at(-1)?.id ?? '';
}

const updated = (data: string) => (JSON.parse(data) as { method: string; params: { uri: string } }).params.uri;

describe('the handshake', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'negotiates the requested version %s',
    async (version) => {
      const answer = await postMcp(url, initializeBody(version), { authorization: `Bearer ${agent.apiKey}` });
      expect(answer.json?.result).toMatchObject({ protocolVersion: version, serverInfo: { name: 'botplay' } });
    },
  );

  it('offers its newest version to a client that requests an unknown one', async () => {
    const answer = await postMcp(url, initializeBody('2031-01-01'), { authorization: `Bearer ${agent.apiKey}` });
    expect(answer.json?.result?.protocolVersion).toBe('2025-11-25');
  });

  it('answers what the SDK would answer', async () => {
    const endpoint = { toolsets: ['gateway'], underscoreNames: false };
    const shell = buildServer({ agent: agent.caller, endpoint, revision: 'handshake', address: '' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    await shell.connect(transport);
    const request = new Request(url, { method: 'POST', headers: MCP_HEADERS, body: initializeBody() });
    const bySdk = (await (await transport.handleRequest(request)).json()) as RpcAnswer;
    const ours = await postMcp(url, initializeBody(), { authorization: `Bearer ${agent.apiKey}` });
    expect(ours.json).toEqual(bySdk);
    await shell.close();
  });

  it('declares no tasks, which only the stateless revision serves', async () => {
    const answer = await postMcp(url, initializeBody(), { authorization: `Bearer ${agent.apiKey}` });
    expect(JSON.stringify(answer.json?.result?.capabilities)).not.toContain('tasks');
  });

  it('refuses an invalid handshake', async () => {
    const answer = await postMcp(url, rpc('initialize', { protocolVersion: 7 }), {
      authorization: `Bearer ${agent.apiKey}`,
    });
    expect(answer.json?.error?.code).toBe(-32602);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });
});

describe('a session', () => {
  it('is served by any instance, and survives the one that opened it', async () => {
    const doomed = await startProcess<{ url: string }>('lib/transport/testing/process.ts');
    const opened = await openRawSession(`${doomed.ready.url}/mcp`, agent.apiKey);
    doomed.child.kill('SIGKILL');
    for (const instance of [url, `${other.ready.url}/mcp`]) {
      for (const method of ['ping', 'tools/list', 'resources/list', 'prompts/list']) {
        const answer = await postMcp(instance, rpc(method), opened);
        expect({ method, status: answer.status, error: answer.json?.error }).toEqual({
          method,
          status: 200,
          error: undefined,
        });
      }
    }
  }, 60_000);

  it('takes a cursor of events.wait that another instance has just committed, and rejects an invented one', async () => {
    const waitAt = (instance: string, after: string) =>
      postMcp(
        instance,
        rpc('tools/call', { name: 'events.wait', arguments: { stream: 'me', after, timeout_ms: 0 } }),
        session,
      );
    const cursors = await Promise.all(Array.from({ length: 20 }, () => publishEvent('noticed')));
    for (const cursor of cursors) {
      const answer = await waitAt(`${other.ready.url}/mcp`, cursor);
      expect(answer.json).toMatchObject({ result: { structuredContent: { cursor: expect.any(String) } } });
    }
    for (const after of ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '00000000000000000000000000', 'nonsense']) {
      const error = {
        code: -32602,
        message: expect.stringContaining('cursor'),
        data: { issues: [{ path: ['after'] }] },
      };
      expect((await waitAt(url, after)).json).toMatchObject({ error });
    }
  });

  it('ends with DELETE on any instance, also its stream on another', async () => {
    const stream = await openStream(url, session);
    expect(stream.status).toBe(200);
    expect((await fetch(`${other.ready.url}/mcp`, { method: 'DELETE', headers: session })).status).toBe(200);
    expect(await stream.ended()).toBe(true);
    expect((await postMcp(url, rpc('ping'), session)).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(404);
  });

  it('has one stream at a time', async () => {
    const first = await openStream(url, session);
    const second = await openStream(url, session);
    expect([first.status, second.status]).toEqual([200, 409]);
    first.close();
  });

  it('whose stream is resumed gets the new one: the connection that the client has lost ends', async () => {
    await postMcp(url, rpc('resources/subscribe', { uri: MINE }), session);
    const lost = await openStream(url, session);
    await publishEvent('heard');
    const { id } = await lost.next();
    const resumed = await openStream(url, { ...session, 'last-event-id': id ?? '' });
    expect(resumed.status).toBe(200);
    expect(await lost.ended()).toBe(true);
    await publishEvent('after');
    expect(updated((await resumed.next()).data)).toBe(MINE);
    resumed.close();
  });

  it('loses its stream when its key is revoked', async () => {
    const owner = await ownerFixture();
    const owned = await agentFixture({ owner });
    const stream = await openStream(url, await openRawSession(url, owned.apiKey));
    await revokeKey({ keyId: owned.caller.apiKeyId, ownerId: owner.ownerId });
    expect(await stream.ended()).toBe(true);
  });
});

describe('an app that its owner disconnects', () => {
  it('loses its streams and its waiting calls on every instance within a second', async () => {
    const owner = await ownerFixture();
    const owned = await agentFixture({ owner });
    const [here, there] = [url, `${other.ready.url}/mcp`];
    const connect = async (at: string) => {
      const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', at));
      const { resource } = (await metadata.json()) as { resource: string };
      const token = await appTokenFixture({ agentId: owned.agentId, audience: resource });
      const headers = await openRawSession(at, token);
      const call = { name: 'events.wait', arguments: { stream: 'me', after: 'latest', timeout_ms: 30_000 } };
      return {
        stream: await openStream(at, headers),
        waiting: postMcp(at, rpc('tools/call', call), headers),
        headers,
        at,
      };
    };
    // The first call of an agent is an event of its own stream, which would end the waits.
    const first = await openRawSession(here, owned.apiKey);
    await postMcp(here, rpc('tools/call', { name: 'auth.whoami', arguments: {} }), first);
    const wait = { name: 'events.wait', arguments: { stream: 'me', timeout_ms: 10_000 } };
    expect(JSON.stringify((await postMcp(here, rpc('tools/call', wait), first)).json)).toContain('first_call');
    const apps = [await connect(here), await connect(there)];
    const startedMs = performance.now();
    for (const { app_id } of await listApps(owner)) await disconnectApp({ appId: app_id, ownerId: owner.ownerId });
    for (const { stream, waiting, headers, at } of apps) {
      expect(await stream.ended()).toBe(true);
      expect(JSON.stringify((await waiting).json)).toContain('UNAUTHENTICATED');
      expect((await postMcp(at, rpc('ping'), headers)).status).toBe(401);
    }
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

describe('subscriptions', () => {
  it('report new events of a stream', async () => {
    expect((await postMcp(url, rpc('resources/subscribe', { uri: MINE }), session)).json?.result).toEqual({});
    const stream = await openStream(url, session);
    await publishEvent('first_thing');
    expect(updated((await stream.next()).data)).toBe(MINE);
    stream.close();
    const read = await postMcp(url, rpc('resources/read', { uri: MINE }), session);
    const [content] = (read.json?.result?.contents ?? []) as { text: string }[];
    expect(JSON.parse(content?.text ?? '')).toMatchObject({ stream: 'me', events: [{ type: 'first_thing' }] });
  });

  it('replay what was missed, once, also on another instance', async () => {
    await postMcp(url, rpc('resources/subscribe', { uri: MINE }), session);
    const before = await openStream(url, session);
    await publishEvent('heard');
    const heard = await before.next();
    before.close();
    await publishEvent('missed');
    const elsewhere = `${other.ready.url}/mcp`;
    const after = await openStream(elsewhere, { ...session, 'last-event-id': heard.id ?? '' });
    const missed = await after.next();
    expect(updated(missed.data)).toBe(MINE);
    after.close();
    const again = await openStream(url, { ...session, 'last-event-id': missed.id ?? '' });
    await expect(again.next(400)).rejects.toThrow('No event came');
    again.close();
  });

  it('reach a stream that is open on another instance than the one that subscribed', async () => {
    const stream = await openStream(url, session);
    await postMcp(`${other.ready.url}/mcp`, rpc('resources/subscribe', { uri: MINE }), session);
    await publishEvent('everywhere');
    expect(updated((await stream.next()).data)).toBe(MINE);
    stream.close();
  });

  it('end when the client unsubscribes', async () => {
    await postMcp(url, rpc('resources/subscribe', { uri: MINE }), session);
    await postMcp(url, rpc('resources/unsubscribe', { uri: MINE }), session);
    const stream = await openStream(url, session);
    // What was committed before the subscription may be reported while it is open.
    while (await stream.next(200).catch(() => null)) {}
    await publishEvent('unheard');
    await expect(stream.next(400)).rejects.toThrow('No event came');
    stream.close();
  });

  it('are refused for unknown streams and streams of other agents', async () => {
    for (const uri of [
      'botplay://streams/match:00000000-0000-7000-8000-000000000000',
      'botplay://nothing',
      'file:///etc/passwd',
    ]) {
      const answer = await postMcp(url, rpc('resources/subscribe', { uri }), session);
      expect(answer.json?.error?.code).toBe(-32602);
    }
  });

  it('are taken for every listed resource', async () => {
    const listed = await postMcp(url, rpc('resources/list'), session);
    const resources = (listed.json?.result?.resources ?? []) as { uri: string }[];
    expect(resources.length).toBeGreaterThan(5);
    for (const { uri } of resources) {
      const answer = await postMcp(url, rpc('resources/subscribe', { uri }), session);
      expect({ uri, result: answer.json?.result }).toEqual({ uri, result: {} });
    }
  });

  it('need the scope of events.wait', async () => {
    const lesser = await agentFixture({ scopes: ['catalog:read', 'lobby:write'] });
    const narrow = await openRawSession(url, lesser.apiKey);
    const ask = (method: string, params = {}) => postMcp(url, rpc(method, params), narrow);
    for (const method of ['resources/read', 'resources/subscribe']) {
      const refused = await ask(method, { uri: MINE });
      expect(refused.json).not.toHaveProperty('result');
      expect(refused.json?.error).toMatchObject({ data: { code: 'FORBIDDEN' } });
      expect(refused.text).toContain('session:read');
    }
    expect((await ask('resources/templates/list')).json?.result).toEqual({ resourceTemplates: [] });
    const guide = await ask('resources/read', { uri: 'botplay://guide' });
    expect(guide.json?.result).toHaveProperty('contents');
  });
});

describe('a waiting call', () => {
  const wait = (id: string, more: object = {}) =>
    rpc('tools/call', { name: 'events.wait', arguments: { stream: 'me', timeout_ms: 20_000 }, ...more }, id);

  /** Waits until the call with this id is running. */
  const arrived = (id: string) =>
    vi.waitFor(() => expect(isCallInFlight(session['mcp-session-id'] as string, id)).toBe(true), 10_000);

  it('ends without an answer when the client cancels it, on any instance', async () => {
    const waiting = postMcp(url, wait('w1'), session);
    await arrived('w1');
    const cancelled = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'w1' },
    });
    expect((await postMcp(`${other.ready.url}/mcp`, cancelled, session)).status).toBe(202);
    expect(await waiting).toMatchObject({ status: 202, text: '' });
  });

  it('ends when the client goes away', async () => {
    const gone = new AbortController();
    const headers = { ...MCP_HEADERS, ...session };
    const waiting = fetch(url, { method: 'POST', headers, body: wait('w4'), signal: gone.signal }).catch(() => 'gone');
    const id = session['mcp-session-id'] as string;
    await arrived('w4');
    gone.abort();
    expect(await waiting).toBe('gone');
    await vi.waitFor(() => expect(isCallInFlight(id, 'w4')).toBe(false), 10_000);
  });

  it('is not cancelled by another session that uses the same id', async () => {
    const otherSession = await openRawSession(url, agent.apiKey);
    const waiting = postMcp(url, wait('w2'), session);
    await arrived('w2');
    const cancelled = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'w2' },
    });
    await postMcp(url, cancelled, otherSession);
    await publishEvent('arrived');
    expect((await waiting).json?.result?.structuredContent).toMatchObject({ events: [{ type: 'arrived' }] });
  });

  it('answers as a stream when the client requested progress', async () => {
    const stream = await openStream(
      url,
      { ...session, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      {
        method: 'POST',
        body: wait('w3', { _meta: { progressToken: 'p' } }),
      },
    );
    await publishEvent('noticed');
    const answer = JSON.parse((await stream.next()).data) as { id: string; result: { structuredContent: object } };
    expect(answer).toMatchObject({ id: 'w3', result: { structuredContent: { events: [{ type: 'noticed' }] } } });
    expect(await stream.ended()).toBe(true);
  });
});
