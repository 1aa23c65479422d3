import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { waitForVerifications } from '@/lib/domain/verification';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture } from '@/lib/testing/play';
import { type FakeOptions, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await waitForVerifications();
  for (const each of open.splice(0)) await each.close();
});

const OWN_TOOLS = [
  { name: 'register', description: 'Makes an account.', inputSchema: { type: 'object' } },
  { name: 'attack', description: 'Attacks.', inputSchema: { type: 'object', properties: { x: { type: 'integer' } } } },
];

async function server(options: Partial<FakeOptions> = {}) {
  const fake = await fakeExperience({ transport: 'mcp', ownTools: OWN_TOOLS, ...options });
  open.push(fake);
  return fake;
}

/** A web server that is no MCP server. */
async function plainServer(status: number, body: string): Promise<string> {
  const http: Server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => http.close(resolve)) });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
}

describe('experience.discover', () => {
  it.each([
    ['of the handshake era', { era: 'handshake' }],
    ['of the stateless revision', { era: 'stateless' }],
  ] as [string, Partial<FakeOptions>][])(
    'adds a server %s under its own name, ready to be played',
    async (_, options) => {
      const fake = await server(options);
      const player = await playerFixture();
      const discovered = await player.call('experience.discover', { server_url: fake.url });
      expect(discovered).toMatchObject({
        name: 'guess',
        version: '1.0.0',
        kind: 'discovered',
        category: 'discovered',
        tier: 2,
        publisher_name: fake.host,
        verification_status: 'connectivity_verified',
        playable_now: true,
        playable_now_reason: 'verified_online',
        created_by: player.agentId,
        summary: `2 tools of the MCP server at ${fake.host}: register, attack`,
        tools: OWN_TOOLS,
      });
      await waitForVerifications();
      expect(await player.call('experiences.get', { experience_id: discovered.id })).toMatchObject({
        verification_status: 'connectivity_verified',
        verification: { status: 'verified', checks: expect.any(Array) },
      });
      const { experiences } = await player.call<{ experiences: unknown[] }>('experience.mine');
      expect(experiences).toMatchObject([{ id: discovered.id, verification_status: 'connectivity_verified' }]);
    },
  );

  it('takes a name and a category, and refuses invalid ones at the argument', async () => {
    const fake = await server();
    const player = await playerFixture();
    const named = { server_url: fake.url, name: 'Arena', category: 'fights' };
    expect(await player.call('experience.discover', named)).toMatchObject({ name: 'Arena', category: 'fights' });
    const again = await (await playerFixture()).callError('experience.discover', named);
    const { experiences } = await player.call<{ experiences: { id: string }[] }>('experience.mine');
    expect(again).toMatchObject({
      code: 'DUPLICATE_EXPERIENCE',
      details: { experience_id: experiences[0]?.id, next: expect.stringContaining('session.create') },
    });
    for (const [field, value] of [
      ['category', 'Big Fights'],
      ['name', 'a\u202eb'],
    ] as const) {
      expect(await player.callError('experience.discover', { server_url: fake.url, [field]: value })).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: [field] }] },
      });
    }
  });

  it.each(['ftp://example.org', 'no url', 'http://user:pass@example.org/', 'javascript:alert(1)'])(
    'refuses %s at server_url',
    async (server_url) => {
      const player = await playerFixture();
      expect(await player.callError('experience.discover', { server_url })).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: ['server_url'] }] },
      });
    },
  );

  it('answers CONNECTION_FAILED for what cannot be reached, is no MCP server or wants credentials, and adds nothing', async () => {
    const player = await playerFixture();
    const closed = await server();
    await closed.close();
    const cases: [string, string][] = [
      [closed.url, 'EXPERIENCE_UNREACHABLE'],
      [await plainServer(200, '<h1>Hello</h1>'), 'EXPERIENCE_ERROR'],
      [await plainServer(404, 'nothing'), 'EXPERIENCE_TOOL_NOT_FOUND'],
      [(await server({ token: 'secret' })).url, 'EXPERIENCE_AUTH_FAILED'],
    ];
    for (const [server_url, reason] of cases) {
      expect(await player.callError('experience.discover', { server_url })).toMatchObject({
        code: 'CONNECTION_FAILED',
        http: 502,
        details: { reason },
      });
    }
    expect(await player.call('experience.mine')).toEqual({ experiences: [] });
  });

  it('answers NO_TOOLS for a server without tools', async () => {
    const { url } = await server({ ownTools: [] });
    const refused = await (await playerFixture()).callError('experience.discover', { server_url: url });
    expect(refused).toMatchObject({ code: 'NO_TOOLS', http: 422 });
  });

  it('refuses the calls of the contract at a server that has it', async () => {
    const fake = await server({ ownTools: undefined });
    const player = await playerFixture();
    const { id, tools } = await player.call<{ id: string; tools: { name: string }[] }>('experience.discover', {
      server_url: fake.url,
    });
    expect(tools.map(({ name }) => name)).toEqual(['experience.info', 'experience.status']);
    const { session_id } = await player.call('session.create', { experience_id: id });
    const listed = await player.call<{ tools: { name: string }[] }>('session.tools', { session_id });
    expect(listed.tools.map(({ name }) => name)).toEqual(['experience.info', 'experience.status']);
    for (const tool of ['session.create', 'session.step', 'session.end', 'lobby.leave', 'match.end']) {
      const action = { tool, args: { session_id: 'of-another-agent', game_session_id: 'of-others' } };
      expect(await player.callError('session.step', { session_id, action })).toMatchObject({
        code: 'EXPERIENCE_TOOL_NOT_FOUND',
        message: expect.stringContaining('experience.register'),
      });
    }
    const info = await player.call('session.step', { session_id, action: { tool: 'experience.info', args: {} } });
    expect(info).toHaveProperty('experience_response');
    expect(fake.executed.map(({ tool }) => tool)).toEqual(['experience.info']);
  });

  it('shares the quota with experience.register, however many race', async () => {
    const fake = await server();
    const player = await playerFixture();
    const manifest = () => ({ ...manifestFor(fake), name: newId() });
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => codeOf(player.call('experience.register', { manifest: manifest() }))),
      ...Array.from({ length: 5 }, (_, n) =>
        codeOf(player.call('experience.discover', { server_url: fake.url, name: `Arena ${n}` })),
      ),
    ]);
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(5);
    expect(outcomes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(5);
  });

  it('is limited for each agent, because it makes the platform call untrusted servers', async () => {
    const player = await playerFixture();
    const codes = new Set<string>();
    for (let call = 0; call < 21; call++) {
      codes.add((await player.callError('experience.discover', { server_url: 'ftp://example.org' })).code);
    }
    expect(codes).toEqual(new Set(['VALIDATION_ERROR', 'RATE_LIMITED']));
  });

  it('can be updated and deleted by its agent like a registered experience', async () => {
    const fake = await server();
    const player = await playerFixture();
    const discovered = await player.call<{ id: string; manifest: object }>('experience.discover', {
      server_url: fake.url,
    });
    const manifest = JSON.stringify({ ...discovered.manifest, name: 'Renamed', summary: 'Fight.' });
    const updated = await player.call('experience.update', { experience_id: discovered.id, manifest });
    expect(updated).toMatchObject({ name: 'Renamed', kind: 'discovered' });
    await waitForVerifications();
    expect(await player.call('experiences.get', { experience_id: discovered.id })).toMatchObject({
      verification_status: 'connectivity_verified',
    });
    expect(await player.call('experience.delete', { experience_id: discovered.id })).toEqual({
      deleted: true,
      experience_id: discovered.id,
    });
  });
});

describe('an experience', () => {
  let publisher: Player;
  let others: Player[];
  beforeAll(async () => {
    const owner = await ownerFixture();
    publisher = await playerFixture({ owner });
    others = [
      await playerFixture({ owner }),
      await playerFixture({ owner: await ownerFixture() }),
      await playerFixture(),
    ];
  });

  it('is changed and deleted only by the agent that registered it, not by another agent of the same owner', async () => {
    const fake = await server();
    const { id } = await publisher.call<{ id: string }>('experience.register', { manifest: manifestFor(fake) });
    for (const other of others) {
      const change = { experience_id: id, manifest: manifestFor(fake) };
      expect(await other.callError('experience.update', change)).toMatchObject({ code: 'NOT_OWNER', http: 403 });
      expect(await other.callError('experience.delete', { experience_id: id })).toMatchObject({ code: 'NOT_OWNER' });
      expect(await other.call('experience.mine')).toEqual({ experiences: [] });
    }
    for (const call of ['experience.update', 'experience.delete']) {
      const input = { experience_id: newId(), ...(call === 'experience.update' ? { manifest: '{}' } : {}) };
      expect(await publisher.callError(call, input)).toMatchObject({ code: 'NOT_FOUND' });
    }
    await waitForVerifications();
    await publisher.call('experience.delete', { experience_id: id });
  });

  it('is registered pending from text or object, with its row as the answer', async () => {
    const fake = await server();
    for (const form of [JSON.stringify, (manifest: unknown) => manifest]) {
      const registered = await publisher.call<{ id: string }>('experience.register', {
        manifest: form(manifestFor(fake)),
      });
      expect(registered).toMatchObject({ verification_status: 'pending', created_by: publisher.agentId, tier: 2 });
      await waitForVerifications();
      await publisher.call('experience.delete', { experience_id: registered.id });
    }
  });
});
