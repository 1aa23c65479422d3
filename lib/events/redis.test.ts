import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parseEnv } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { pool, transaction } from '@/lib/data/database';
import { authenticate, watchCredential } from '@/lib/domain/keys';
import { revokeKey } from '@/lib/domain/keys/api-keys.service';
import { metricsText, readiness } from '@/lib/domain/operations';
import { type BreakableProxy, openBreakableProxy } from '@/lib/testing/breakable-proxy';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Program, startProgram } from '@/lib/testing/program';
import { REDIS_PASSWORD, type RedisServer, redisUrl, startRedis, whyNoRedis } from '@/lib/testing/redis';
import { databaseUrl } from '@/lib/testing/url';
import { deploymentChannel } from './carriers/redis';
import {
  appendEvents,
  broadcast,
  busConnected,
  busHealthy,
  followStream,
  isProcessAlive,
  onBroadcast,
  publish,
  publishMessages,
  startBus,
  stopBus,
} from './index';

const BUS_PROCESS = `${import.meta.dirname}/testing/bus-process.ts`;
const KEY_PROCESS = 'lib/domain/keys/testing/other-process.ts';
/** What is promised of a revocation. */
const WITHIN = { timeout: 1_000, interval: 5 };
/** Connections are made again and streams looked through within this. */
const SOON = { timeout: 5_000, interval: 10 };

if (whyNoRedis) process.stderr.write(`Skipped: the tests of waking by Redis (${whyNoRedis}).\n`);
else useDatabase();

/** Processes send them at any time, and by the database until they are connected to Redis. */
const isSignOfLife = (text: string) => /"t":"(?:processes|reads)"/.test(text);

interface Knower {
  agent: Awaited<ReturnType<typeof agentFixture>>;
  program: Program;
}

describe.skipIf(whyNoRedis)('waking by Redis', () => {
  const stream = `match:${newId()}`;
  const heard: unknown[] = [];
  /** What went by the database, which listens beside the bus. */
  const notified: string[] = [];
  /** What went by Redis. */
  const published: string[] = [];
  const programs: Program[] = [];
  let redis: RedisServer;
  /** The way of this process to Redis; the other ones have their own. */
  let wire: BreakableProxy;
  let other: Program;
  let dying: Program;
  let otherDeployment: Program;
  /** Finds a Redis that does not answer. */
  let deaf: Program;
  let silentWire: BreakableProxy;
  let owner: Awaited<ReturnType<typeof ownerFixture>>;
  /** Each has the key of its agent in its cache. */
  let first: Knower;
  let second: Knower;
  let third: Knower;
  let spy: ReturnType<typeof createClient>;

  const start = (file: string, env: Record<string, string> = {}) => {
    const program = startProgram(file, { REDIS_URL: redis.url, TEST_STREAM: stream, ...env });
    programs.push(program);
    return program;
  };

  async function startKnower(): Promise<Knower> {
    const agent = await agentFixture({ owner });
    return { agent, program: start(KEY_PROCESS, { TEST_API_KEY: agent.apiKey }) };
  }

  async function listenBeside(): Promise<void> {
    const client = await pool().connect();
    client.on('notification', ({ payload = '' }) => {
      if (!isSignOfLife(payload)) notified.push(payload);
    });
    await client.query('LISTEN botplay');
    stopListening = () => client.release(true);
  }
  let stopListening = () => {};

  async function subscribeBeside(): Promise<void> {
    spy = createClient({ url: redis.url });
    spy.on('error', () => {});
    await spy.connect();
    await spy.subscribe(await deploymentChannel(), (message) => {
      if (!isSignOfLife(message)) published.push(message);
    });
  }

  const append = async (text: string) =>
    publish(await transaction((client) => appendEvents(client, stream, [{ type: 'said', data: { text } }])));

  beforeAll(async () => {
    redis = await startRedis();
    wire = await openBreakableProxy(redis.port);
    process.env.REDIS_URL = redisUrl(wire.port);
    silentWire = await openBreakableProxy(redis.port);
    silentWire.freeze();
    deaf = start(BUS_PROCESS, { REDIS_URL: redisUrl(silentWire.port) });
    other = start(BUS_PROCESS);
    dying = start(BUS_PROCESS);
    const elsewhere = databaseUrl(inject('database').server, 'postgres');
    otherDeployment = start(BUS_PROCESS, { DATABASE_URL: elsewhere, TEST_STREAM: '' });
    await startBus();
    owner = await ownerFixture();
    [first, second, third] = [await startKnower(), await startKnower(), await startKnower()];
    await Promise.all([listenBeside(), subscribeBeside(), other.heard('healthy')]);
    const follower = { stream, after: null, audiences: 'all' as const };
    followStream({ ...follower, onEvents: (events) => heard.push(...events.map(({ data }) => data.text)) });
  });
  afterAll(async () => {
    for (const program of programs) program.end();
    await stopBus();
    stopListening();
    spy?.destroy();
    wire?.close();
    silentWire?.close();
    await redis?.remove();
  });

  test('carries a commit, its messages and a broadcast to another process once, without using the database', async () => {
    const catalog: unknown[] = [];
    const stop = onBroadcast('catalog', (payload) => catalog.push(payload));
    expect(busHealthy()).toBe(true);
    await append('here');
    publishMessages([{ topic: 'live', payload: { match_id: 'm' } }]);
    await broadcast('catalog', { text: 'of here' });
    await other.heard('event here');
    await other.heard('live {"match_id":"m"}');
    await other.heard('catalog {"text":"of here"}');
    other.say('append: there');
    other.say('broadcast: of there');
    await expect.poll(() => heard, SOON).toEqual(['here', 'there']);
    await expect.poll(() => catalog, SOON).toEqual([{ text: 'of here' }, { text: 'of there' }]);
    // A carrier keeps the order: a second copy of the first two would arrive before the last one.
    await broadcast('catalog', { text: 'last' });
    await other.heard('catalog {"text":"last"}');
    stop();
    expect(other.lines.filter((line) => line.startsWith('catalog'))).toHaveLength(3);
    expect(notified).toEqual([]);
  });

  test('sends one message for commits made together and none for a rollback', async () => {
    // A process that has not said what it reads may read everything.
    const reader = JSON.stringify({ o: 'a reader', t: 'processes', p: 'a reader' });
    await spy
      .duplicate()
      .connect()
      .then(async (client) => {
        await client.publish(await deploymentChannel(), reader);
        client.destroy();
      });
    await expect.poll(() => isProcessAlive('a reader'), SOON).toBe(true);
    published.length = 0;
    const failing = transaction(async (client) => {
      await appendEvents(client, stream, [{ type: 'said', data: { text: 'never' } }]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const [one, two] = [`match:${newId()}`, `match:${newId()}`];
    const appended = await transaction(async (client) => [
      ...(await appendEvents(client, one, [{ type: 'said', data: {} }])),
      ...(await appendEvents(client, two, [{ type: 'said', data: {} }])),
    ]);
    for (const event of appended) publish([event]);
    await expect.poll(() => published.map((text) => JSON.parse(text).p), SOON).toEqual([[one, two]]);
    expect(heard).not.toContain('never');
    expect(other.lines).not.toContain('event never');
    expect(notified).toEqual([]);
  });

  test('ignores texts of other programs', async () => {
    const catalog: unknown[] = [];
    const stop = onBroadcast('catalog', (payload) => catalog.push(payload));
    const client = await spy.duplicate().connect();
    for (const text of ['no JSON', 'null', '7', '[]', '{"o":1,"t":"catalog"}', '{"o":"x","t":"streams","p":7}']) {
      await client.publish(await deploymentChannel(), text);
    }
    await client.publish(await deploymentChannel(), JSON.stringify({ o: 'x', t: 'catalog', p: 'sound' }));
    await expect.poll(() => catalog, SOON).toEqual(['sound']);
    stop();
    client.destroy();
  });

  test('keeps deployments with different databases on one Redis apart', async () => {
    await otherDeployment.heard('healthy');
    otherDeployment.say('broadcast: of another deployment');
    await otherDeployment.heard('done of another deployment');
    await broadcast('catalog', { text: 'to ours' });
    await other.heard('catalog {"text":"to ours"}');
    expect(other.lines).not.toContain('catalog {"text":"of another deployment"}');
    expect(otherDeployment.lines.filter((line) => line.startsWith('catalog'))).toEqual([
      'catalog {"text":"of another deployment"}',
    ]);
    otherDeployment.end();
  });

  test('finds events of a process that died between commit and notification', async () => {
    await dying.heard('healthy');
    dying.say('append and die: last words');
    await expect.poll(() => heard, SOON).toContain('last words');
    expect(busHealthy()).toBe(true);
    await expect.poll(() => other.lines, SOON).toContain('event last words');
  });

  test('rejects a revoked key in every process within a second, also when the revoking process lost Redis', async () => {
    const revoke = async ({ agent, program }: Knower) => {
      await program.heard('known');
      await revokeKey({ keyId: agent.caller.apiKeyId, ownerId: owner.ownerId });
      await expect.poll(() => program.lines, WITHIN).toContain('refused');
    };
    await revoke(first);
    await second.program.heard('known');
    wire.cut();
    await revoke(second);
    expect(busHealthy()).toBe(false);
    wire.repair();
    await expect.poll(busHealthy, SOON).toBe(true);
  });

  test('notices within a second that Redis does not answer, and uses the database meanwhile', async () => {
    wire.freeze();
    await expect.poll(busHealthy, { timeout: 1_500, interval: 10 }).toBe(false);
    expect(busConnected()).toBe(true);
    other.say('append: in the silence');
    await expect.poll(() => heard, SOON).toContain('in the silence');
    await append('into the silence');
    await other.heard('event into the silence');
    wire.repair();
    await expect.poll(busHealthy, SOON).toBe(true);
  });

  test('works without Redis, trusts no cache, and uses Redis again when it is back', async () => {
    const watched = await agentFixture({ owner });
    await third.program.heard('known');
    let isNotified = false;
    watchCredential(watched.caller, () => {
      isNotified = true;
    });

    await redis.kill();
    await expect.poll(busHealthy, WITHIN).toBe(false);
    expect((await metricsText()).text).toContain('botplay_bus_healthy 0\n');
    expect((await readiness()).ready).toBe(true);
    // No process announces these: only a query of the database notices them.
    await pool().query('UPDATE api_keys SET revoked_at = now() WHERE agent_id = ANY ($1)', [
      [third.agent.agentId, watched.agentId],
    ]);
    await expect(authenticate({ apiKey: watched.apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect.poll(() => third.program.lines, WITHIN).toContain('refused');
    await expect.poll(() => isNotified, WITHIN).toBe(true);
    await append('without');
    await other.heard('event without');
    other.say('append: without either');
    await expect.poll(() => heard, SOON).toContain('without either');

    await redis.startAgain();
    await expect.poll(busHealthy, SOON).toBe(true);
    await expect.poll(() => spy.isReady, SOON).toBe(true);
    notified.length = 0;
    published.length = 0;
    await append('with');
    await other.heard('event with');
    expect(published).toHaveLength(1);
    expect(notified).toEqual([]);
  });

  test('starts with a Redis that does not answer, and logs that without a secret', async () => {
    await deaf.heard('not healthy');
    deaf.say('append: unheard of');
    await expect.poll(() => heard, SOON).toContain('unheard of');
    expect(deaf.logged()).toContain(`not connected to Redis at 127.0.0.1:${silentWire.port}`);
    silentWire.repair();
    await expect
      .poll(() => deaf.logged(), SOON)
      .toContain(`connected to Redis at 127.0.0.1:${silentWire.port} (REDIS_URL) again`);
    for (const program of programs) expect(program.logged()).not.toContain(REDIS_PASSWORD);
  });
});

test.each(['localhost:6379', 'http://localhost', 'redis://:secret@:x'])('REDIS_URL=%s is refused by name', (url) => {
  expect(() => parseEnv({ NODE_ENV: 'test', REDIS_URL: url })).toThrow(/REDIS_URL: must be like redis:/);
  expect(() => parseEnv({ NODE_ENV: 'test', REDIS_URL: url })).not.toThrow(/secret/);
});
