import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { takeQuota } from '@/lib/domain/limits';
import { waitForVerifications } from '@/lib/domain/verification';
import { startBus, stopBus } from '@/lib/events';
import { EXPERIENCE_TOOLS, REQUIRED_TOOLS } from '@/lib/gateway';
import { useDatabase } from '@/lib/testing/database';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type FakeExperience, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
let remote: FakeExperience;
beforeAll(async () => {
  await startBus();
  remote = await fakeExperience({ transport: 'mcp' });
});
afterAll(async () => {
  await waitForVerifications();
  await remote.close();
  await stopBus();
});

const send = (method: string, path: string, owner: OwnerFixture | null, body?: unknown) =>
  sendRest(method, `/api/console/experiences${path}`, { owner, body });

const manifest = (changes: Record<string, unknown> = {}) =>
  manifestFor(remote, { publisher: { name: `Test ${newId()}` }, ...changes });

/** Follows a verification as the page does. */
async function follow(owner: OwnerFixture, id: string): Promise<string[]> {
  const statuses: string[] = [];
  let seen = 'none';
  for (;;) {
    const { body } = await send('GET', `/${id}/verification?seen=${seen}`, owner);
    if (body.mark === seen) throw new Error(`nothing new after ${seen}`);
    seen = body.mark;
    statuses.push(body.report.status);
    if (body.report.finished_at !== null) return statuses;
  }
}

describe('publishing in the console', () => {
  test('discovers no more servers in a minute than an agent of the owner could', async () => {
    const owner = await ownerFixture();
    const owned = { agentId: null, ownerId: owner.ownerId, address: '' };
    for (let count = 0; count < 40; count++) await takeQuota('discoveries', owned);
    const refused = await send('POST', '/discover', owner, { server_url: remote.url });
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  });

  test('registers, verifies, changes and deletes an experience', async () => {
    const owner = await ownerFixture();
    const first = manifest();
    const created = await send('POST', '', owner, { manifest: first });
    expect(created).toMatchObject({ status: 201, body: { name: first.name, kind: 'mcp' } });
    const { id } = created.body;
    expect((await follow(owner, id)).at(-1)).toBe('verified');
    const { body } = await send('GET', '', owner);
    expect(body.experiences).toMatchObject([{ id, verification_status: 'verified' }]);

    const changed = await send('PUT', `/${id}`, owner, { manifest: { ...first, version: '1.1.0' } });
    expect(changed).toMatchObject({ status: 200, body: { version: '1.1.0' } });
    expect((await follow(owner, id)).at(-1)).toBe('verified');

    expect(await send('DELETE', `/${id}`, owner)).toMatchObject({ status: 200 });
    expect((await send('GET', '', owner)).body.experiences).toEqual([]);
  });

  test('checks a manifest without registering it, discovers a server, and shows earlier verifications', async () => {
    const owner = await ownerFixture();
    expect(await send('POST', '/dry-run', owner, { manifest: manifest() })).toMatchObject({
      status: 200,
      body: { passed: true, checks: expect.any(Array) },
    });
    expect((await send('POST', '/dry-run', null, { manifest: manifest() })).status).toBe(401);
    expect((await send('GET', '', owner)).body.experiences).toEqual([]);

    const found = await send('POST', '/discover', owner, { server_url: remote.url, name: `Tools ${newId()}` });
    expect(found).toMatchObject({ status: 201, body: { kind: 'discovered', created_by: null } });
    expect(found.body.tools.length).toBeGreaterThan(0);

    const { id } = (await send('POST', '', owner, { manifest: manifest() })).body;
    await follow(owner, id);
    const runs = await send('GET', `/${id}/verifications?limit=5`, owner);
    expect(runs.body).toMatchObject({
      verifications: [{ trigger: 'register', status: 'verified' }],
      recorded_session: { calls: [{ tool: 'session.create' }, { tool: 'session.step' }, { tool: 'session.end' }] },
    });
  });

  test('lists the tools of a server and calls them, errors included', async () => {
    const owner = await ownerFixture();
    const token = await fakeExperience({ transport: 'mcp', token: 'secret-token' });
    const rest = await fakeExperience({ transport: 'rest' });
    const register = async (server: Record<string, unknown>) =>
      (await send('POST', '', owner, { manifest: manifest({ mcp: undefined, ...server }) })).body.id;
    const mcp = { server_url: token.url, required_tools: REQUIRED_TOOLS, auth: 'bearer' };
    const id = await register({ mcp });
    const withToken = { bearer_token: 'secret-token' };
    const { body } = await send('POST', `/${id}/tools`, owner, withToken);
    expect(body.tools[0]).toMatchObject({ name: 'experience.info', inputSchema: { type: 'object' } });
    expect(await send('POST', `/${id}/tools`, owner)).toMatchObject({ status: 403 });
    const call = { tool_name: 'session.step', arguments: { action: { guess: 7 } } };
    expect(await send('POST', `/${id}/call`, owner, { ...call, ...withToken })).toMatchObject({
      status: 200,
      body: { answer: { hint: 'correct' }, error: null, duration_ms: expect.any(Number) },
    });
    expect(await send('POST', `/${id}/call`, owner, call)).toMatchObject({
      status: 200,
      body: { answer: null, error: { code: 'EXPERIENCE_AUTH_FAILED' } },
    });
    const restId = await register({ rest: { base_url: rest.url } });
    const tools = (await send('POST', `/${restId}/tools`, owner)).body.tools as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual([...EXPERIENCE_TOOLS]);
    expect(
      (await send('POST', `/${restId}/call`, owner, { ...call, arguments: { session_id: 'x' } })).body,
    ).toMatchObject({
      error: { code: 'EXPERIENCE_ERROR', message: expect.stringContaining('guess') },
    });
    expect((await send('POST', `/${restId}/status`, owner)).body).toEqual({
      live_status: { status: 'online', current_players: 3, active_lobbies: 1 },
      exchange: expect.objectContaining({ tool: 'experience.status', sent: '{}', error: null }),
    });
    await waitForVerifications();
    await Promise.all([token.close(), rest.close()]);
  });

  test('accepts changed tools by the hash of the report that shows them', async () => {
    const owner = await ownerFixture();
    const { id } = (await send('POST', '', owner, { manifest: manifest() })).body;
    await follow(owner, id);
    remote.description = 'a game that changed';
    await send('POST', `/${id}/verify`, owner);
    await waitForVerifications();
    const { report } = (await send('GET', `/${id}/verification`, owner)).body;
    expect(report).toMatchObject({ status: 'failed', trigger: 'publisher' });
    expect(report.definition_changes.length).toBeGreaterThan(0);
    expect((await send('POST', `/${id}/accept`, owner, { tools_hash: 'x' })).status).toBe(409);
    expect((await send('POST', `/${id}/accept`, owner, { tools_hash: report.tools_hash })).status).toBe(202);
    expect((await follow(owner, id)).at(-1)).toBe('verified');
  });

  test('names the field of every fault', async () => {
    const faulty = manifest({ version: 'one', mcp: { server_url: 'ftp://x', required_tools: [] } });
    const { status, body } = await send('POST', '', await ownerFixture(), { manifest: faulty });
    expect(status).toBe(400);
    const paths = body.error.details.issues.map((issue: { path: string[] }) => issue.path.join('.'));
    expect(paths).toEqual(
      expect.arrayContaining(['manifest.version', 'manifest.mcp.server_url', 'manifest.mcp.required_tools']),
    );
  });

  test("answers another owner's experience exactly as a missing one, and changes nothing", async () => {
    const [owner, otherOwner] = [await ownerFixture(), await ownerFixture()];
    const { id } = (await send('POST', '', owner, { manifest: manifest() })).body;
    const attempts: [string, string, unknown?][] = [
      ['PUT', '', { manifest: manifest() }],
      ['DELETE', ''],
      ['POST', '/verify'],
      ['GET', '/verification?timeout_ms=0'],
      ['GET', '/verifications'],
      ['GET', '/statistics'],
      ['POST', '/status'],
      ['POST', '/tools'],
      ['POST', '/call', { tool_name: 'experience.info' }],
      ['POST', '/accept', { tools_hash: 'x' }],
    ];
    for (const [method, path, body] of attempts) {
      const theirs = await send(method, `/${id}${path}`, otherOwner, body);
      const missing = await send(method, `/${newId()}${path}`, otherOwner, body);
      expect(theirs).toEqual(missing);
      expect(theirs.status).toBe(404);
      expect((await send(method, `/${id}${path}`, null, body)).status).toBe(401);
    }
    expect((await send('GET', '', owner)).body.experiences).toHaveLength(1);
  });

  test('a wait ends without news when its time is over', async () => {
    const owner = await ownerFixture();
    const { id } = (await send('POST', '', owner, { manifest: manifest() })).body;
    await follow(owner, id);
    const { body } = await send('GET', `/${id}/verification`, owner);
    const again = await send('GET', `/${id}/verification?seen=${body.mark}&timeout_ms=50`, owner);
    expect(again.body.mark).toBe(body.mark);
  });
});
