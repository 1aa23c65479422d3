import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { getExperience, getPlayable, type Publisher, registerExperience, updateExperience } from '@/lib/domain/catalog';
import { readEvents, startBus, stopBus, waitForEvents } from '@/lib/events';
import { REQUIRED_TOOLS } from '@/lib/gateway';
import { useDatabase, whileRefused } from '@/lib/testing/database';
import { type FakeExperience, type FakeOptions, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { newSubject, runChecks } from './run-checks';
import { CHECK_NAMES, type StartTrigger } from './verification.schema';
import {
  latestVerification,
  startVerification,
  sweepVerifications,
  waitForVerifications,
} from './verification.service';

useDatabase();

beforeAll(async () => {
  await startBus();
  return stopBus;
});

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await waitForVerifications();
  for (const each of open.splice(0)) await each.close();
});

const newPublisher = (): Publisher => ({ agentId: newId(), ownerId: null });

interface Published {
  fake: FakeExperience;
  experienceId: string;
  publisher: Publisher;
}

async function publishFake(options: FakeOptions, overrides: Record<string, unknown> = {}): Promise<Published> {
  const fake = await fakeExperience(options);
  open.push(fake);
  const publisher = newPublisher();
  const { id } = await registerExperience({ publisher, manifest: manifestFor(fake, overrides) });
  return { fake, experienceId: id, publisher };
}

async function verify(experienceId: string, trigger: StartTrigger = 'register') {
  await startVerification({ experienceId, trigger });
  await waitForVerifications();
  const report = await latestVerification({ experienceId });
  if (!report) throw new Error('There is no report.');
  const outcomes = Object.fromEntries(report.checks.map(({ check, outcome }) => [check, outcome]));
  return { report, outcomes, experience: await getExperience({ experienceId }) };
}

const PASSED = {
  manifest: 'passed',
  connectivity: 'passed',
  'experience.info': 'passed',
  'experience.status': 'passed',
  session_lifecycle: 'passed',
  websocket: 'skipped',
};

it('compares tools as they are stored, so that what cannot be stored is no change', async () => {
  const { experienceId, fake } = await publishFake({ transport: 'mcp', era: 'handshake' });
  fake.description = 'half \ud800 a pair';
  expect((await verify(experienceId)).experience.verification_status).toBe('verified');
  expect((await verify(experienceId, 'schedule')).experience.verification_status).toBe('verified');
});

describe.each([
  ['a stateful MCP server', { transport: 'mcp', era: 'handshake' }],
  ['a stateless MCP server', { transport: 'mcp', era: 'stateless' }],
  ['a REST server', { transport: 'rest' }],
] as [string, FakeOptions][])('%s', (_, options) => {
  it('is verified, and playable from then on', async () => {
    const { experienceId, fake } = await publishFake(options);
    const { report, outcomes, experience } = await verify(experienceId);
    expect(outcomes).toEqual(PASSED);
    expect(report).toMatchObject({ status: 'verified', trigger: 'register', finished_at: expect.any(String) });
    expect(report.checks.map(({ check }) => check)).toEqual([...CHECK_NAMES]);
    expect(experience).toMatchObject({
      verification_status: 'verified',
      verified_at: expect.any(String),
      live_status: { status: 'online', current_players: 3, active_lobbies: 1 },
      playable_now: true,
      gameplay_instructions: expect.stringContaining('Guess'),
      action_schema: expect.objectContaining({ type: 'object' }),
    });
    expect(await getPlayable({ experienceId })).toMatchObject({
      gameplayInstructions: expect.stringContaining('Guess'),
    });
    const step = fake.executed.find(({ tool }) => tool === 'session.step');
    expect(step?.args).toMatchObject({
      action: { guess: 5 },
      experience_agent_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it.each<[string, Record<string, unknown>, unknown]>([
    ['null characters', { gameplay_instructions: 'a\0b', action_schema: { default: '\0' } }, 'a\uFFFDb'],
    ['halves of surrogate pairs', { gameplay_instructions: '\ud800', name: '\udc00' }, '\uFFFD'],
    ['emoji where its record is cut', { gameplay_instructions: 'x', board: '🟥'.repeat(2_000) }, 'x'],
    [
      'emoji where its record is cut, one character later',
      { gameplay_instructions: 'xy', board: '🟥'.repeat(2_000) },
      'xy',
    ],
    ['values of odd types', { gameplay_instructions: { toString: 1 }, action_schema: {}, version: {} }, null],
  ])('whose experience.info contains %s ends with a report', async (_what, info, instructions) => {
    const { experienceId } = await publishFake({ ...options, says: { 'experience.info': () => info } });
    const { report, outcomes, experience } = await verify(experienceId);
    expect(outcomes['experience.info']).toBe('passed');
    expect(report).toMatchObject({ status: experience.verification_status, finished_at: expect.any(String) });
    expect(experience.gameplay_instructions).toBe(instructions);
  });

  it('that tells no agent how to play is verified with warnings', async () => {
    const says = { 'experience.info': () => ({ name: 'x' }), 'session.create': () => ({ nope: 1 }) };
    const { experienceId } = await publishFake({ ...options, says });
    const { report, outcomes } = await verify(experienceId);
    expect(outcomes).toEqual({ ...PASSED, 'experience.info': 'warning', session_lifecycle: 'warning' });
    expect(report.checks.map(({ remedy }) => remedy?.includes('gameplay_instructions') ?? false)[2]).toBe(true);
    expect(report.checks[4]).toMatchObject({ message: expect.stringContaining('cannot know'), upstream: '{"nope":1}' });
  });

  it('without experience.status is verified with a warning, its live status unknown', async () => {
    const { experienceId } = await publishFake({ ...options, without: ['experience.status'] });
    const { outcomes, experience } = await verify(experienceId);
    expect(outcomes).toEqual({ ...PASSED, 'experience.status': 'warning' });
    expect(experience).toMatchObject({ verification_status: 'verified', live_status: { status: 'unknown' } });
    expect(experience.playable_now_reason).toBe('verified_status_unknown');
  });

  it.each([
    ['session.create', 'session_lifecycle', 'session.create failed.'],
    ['session.end', 'session_lifecycle', 'session.end failed.'],
    ['experience.info', 'experience.info', 'experience.info does not answer.'],
  ])('that fails at %s shows the message of the server in the report', async (tool, check, message) => {
    const { experienceId } = await publishFake({ ...options, fails: 'isError', failing: [tool] });
    const { report, experience } = await verify(experienceId);
    const found = report.checks.find((each) => each.check === check);
    expect(found).toMatchObject({
      outcome: 'failed',
      message,
      upstream: expect.stringContaining('That is not allowed here.'),
    });
    expect(
      report.checks
        .filter((each) => CHECK_NAMES.indexOf(each.check) > CHECK_NAMES.indexOf(found?.check ?? 'manifest'))
        .every(({ outcome }) => outcome === 'skipped'),
    ).toBe(true);
    expect(report.status).toBe('failed');
    expect(experience).toMatchObject({ verification_status: 'failed', playable_now: false });
  });

  it('may refuse the trial action, but not break over it', async () => {
    const refusing = await publishFake({ ...options, fails: 'isError', failing: ['session.step'] });
    expect((await verify(refusing.experienceId)).outcomes).toEqual({ ...PASSED, session_lifecycle: 'warning' });
    const breaking = await publishFake({ ...options, fails: '500', failing: ['session.step'] });
    expect((await verify(breaking.experienceId)).outcomes.session_lifecycle).toBe('failed');
  });

  it('that is down fails at the connection and is offline', async () => {
    const { experienceId, fake } = await publishFake(options);
    await fake.close();
    const { outcomes, experience } = await verify(experienceId);
    expect(outcomes).toMatchObject({ manifest: 'passed', connectivity: 'failed', session_lifecycle: 'skipped' });
    expect(experience).toMatchObject({ verification_status: 'failed', live_status: { status: 'offline' } });
  });
});

describe('the checks', () => {
  it('distinguish a server of another protocol and one that requires credentials from an unreachable one', async () => {
    const atServer = async (options: FakeOptions) => {
      const fake = await fakeExperience(options);
      open.push(fake);
      const mcp = { server_url: fake.url, required_tools: REQUIRED_TOOLS };
      const { experienceId } = await publishFake({ transport: 'mcp' }, { mcp });
      return (await verify(experienceId)).report.checks[1];
    };
    expect(await atServer({ transport: 'rest' })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('The server answers, but not as an MCP server.'),
    });
    expect(await atServer({ transport: 'mcp', token: 'secret' })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('requires credentials'),
    });
  });

  it('show the HTTP requests of a call that failed, and the words of the server', async () => {
    const server = createServer((_request, response) => response.writeHead(500).end('<h1>Out of memory</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const mcp = { server_url: `${url}?key=hidden`, required_tools: REQUIRED_TOOLS };
    const { experienceId } = await publishFake({ transport: 'mcp' }, { mcp });
    const broken = (await verify(experienceId)).report.checks[1];
    expect(broken).toMatchObject({
      outcome: 'failed',
      message: 'The server answered HTTP 500: it failed over the request.',
      upstream: 'HTTP 500: <h1>Out of memory</h1>',
    });
    const request = `POST ${url}`;
    const answered = '<h1>Out of memory</h1>';
    expect(broken?.exchanges[0]?.http?.at(-1)).toMatchObject({ request, status: 500, answered });
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
    const down = (await verify(experienceId)).report.checks[1];
    const message = 'The server could not be reached. The experience refused the connection.';
    expect(down).toMatchObject({ message, upstream: null, exchanges: [{ http: [{ request, status: null }] }] });
  });

  it('name the required tools that are missing', async () => {
    const { experienceId } = await publishFake({ transport: 'mcp', without: ['session.end', 'session.step'] });
    const { report } = await verify(experienceId);
    expect(report.checks[1]).toMatchObject({
      outcome: 'failed',
      message: 'The server does not have session.step, session.end.',
    });
  });

  it('stop at credentials that only agents have, and count the connection', async () => {
    const { experienceId } = await publishFake({ transport: 'mcp', token: 'secret' });
    const { outcomes, experience } = await verify(experienceId);
    expect(outcomes).toMatchObject({
      connectivity: 'passed',
      'experience.info': 'skipped',
      session_lifecycle: 'skipped',
    });
    expect(experience).toMatchObject({ verification_status: 'connectivity_verified', playable_now: true });
  });

  it('of a server without the contract end with its list of tools', async () => {
    const ownTools = [{ name: 'look' }];
    const { experienceId } = await publishFake({ transport: 'mcp', ownTools });
    const { outcomes, experience } = await verify(experienceId);
    expect(outcomes).toEqual({
      ...PASSED,
      'experience.info': 'skipped',
      'experience.status': 'skipped',
      session_lifecycle: 'skipped',
    });
    expect(experience.verification_status).toBe('connectivity_verified');
    expect((await getPlayable({ experienceId })).tools).toEqual([{ name: 'look', inputSchema: { type: 'object' } }]);
    const empty = await publishFake({ transport: 'mcp', ownTools: [] });
    expect((await verify(empty.experienceId)).outcomes.connectivity).toBe('failed');
  });

  it('of proxy mode require the tools that the manifest names, and no session', async () => {
    const { fake, experienceId, publisher } = await publishFake(
      { transport: 'mcp', without: ['session.create'] },
      { sessions: { interaction_model: 'proxy' } },
    );
    expect((await verify(experienceId)).report.checks[1]?.message).toContain('session.create');
    const manifest = {
      ...manifestFor(fake, { sessions: { interaction_model: 'proxy' } }),
      mcp: { server_url: fake.url, required_tools: ['session.step'] },
    };
    await updateExperience({ publisher, experienceId, manifest });
    const { experience } = await verify(experienceId, 'update');
    expect(experience.verification_status).toBe('connectivity_verified');
    expect(fake.executed).toEqual([]);
  });

  it('open the WebSocket, and only warn when it does not open', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    open.push({ close: () => new Promise((resolve) => sockets.close(() => server.close(resolve))) });
    const working = await publishFake({ transport: 'rest' }, { ws: { url } });
    expect((await verify(working.experienceId)).outcomes).toEqual({ ...PASSED, websocket: 'passed' });
    const broken = await publishFake({ transport: 'rest' }, { ws: { url: 'ws://127.0.0.1:1/' } });
    const { outcomes, report } = await verify(broken.experienceId);
    expect(outcomes).toEqual({ ...PASSED, websocket: 'warning' });
    expect(report.status).toBe('verified');
  });
});

describe('a verification', () => {
  it('is followed live, check by check', async () => {
    const { experienceId, fake } = await publishFake({ transport: 'rest', delayMs: 30 });
    await startVerification({ experienceId, trigger: 'register' });
    const stream = `experience:${experienceId}`;
    const first = await waitForEvents({
      stream,
      after: null,
      audiences: ['public'],
      timeoutMs: 10_000,
      signal: AbortSignal.timeout(15_000),
    });
    expect(first[0]).toMatchObject({ type: 'verification_started' });
    await waitForVerifications();
    const events = await readEvents({ stream, audiences: ['public'] });
    expect(events.map(({ type }) => type)).toEqual([
      'verification_started',
      ...CHECK_NAMES.map(() => 'verification_checked'),
      'verification_finished',
    ]);
    expect(events.at(-1)?.data).toMatchObject({ status: 'verified', verification_status: 'verified' });
    expect(fake.executed.length).toBeGreaterThan(0);
  });

  it('runs once, however many ask for it', async () => {
    const { experienceId, fake } = await publishFake({ transport: 'rest', delayMs: 20 });
    const reports = await Promise.all(
      Array.from({ length: 6 }, () => startVerification({ experienceId, trigger: 'admin' })),
    );
    expect(new Set(reports.map(({ verification_id }) => verification_id)).size).toBe(1);
    await waitForVerifications();
    expect(fake.executed.filter(({ tool }) => tool === 'experience.info')).toHaveLength(1);
  });

  it('of a new experience ends within seconds while 40 others of servers that never answer wait', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`;
    const { experienceId, fake } = await publishFake({ transport: 'rest' });
    const runs = Array.from({ length: 40 }, async (_, index) => {
      const manifest = manifestFor(fake, { name: `Silent ${index}`, rest: { base_url: url } });
      const { id } = await registerExperience({ publisher: newPublisher(), manifest });
      await startVerification({ experienceId: id, trigger: 'register', share: 'address:192.0.2.1' });
    });
    await Promise.all(runs);
    const startedMs = Date.now();
    // The same share, as of agents without an owner at one address.
    await startVerification({ experienceId, trigger: 'register', share: 'address:192.0.2.1' });
    await expect.poll(async () => (await getExperience({ experienceId })).verification_status).toBe('verified');
    expect(Date.now() - startedMs).toBeLessThan(2_000);
    expect(fake.executed.length).toBeGreaterThan(0);
    const cut = setInterval(() => silent.closeAllConnections(), 10);
    await waitForVerifications();
    clearInterval(cut);
    silent.close();
  });

  it('that takes longer than its time fails', async () => {
    const { fake, experienceId } = await publishFake({ transport: 'rest', delayMs: 60 });
    const target = { ...fake.target, id: experienceId };
    const subject = newSubject({ manifest: manifestFor(fake), target, interactionModel: 'session' });
    const checks = await runChecks(subject, async () => undefined, AbortSignal.timeout(100));
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
    expect(fake.executed.map(({ tool }) => tool)).not.toContain('session.end');
  });

  it('leaves a verified experience playable while it is repeated', async () => {
    const { experienceId, fake } = await publishFake({ transport: 'rest' });
    await verify(experienceId);
    fake.options.delayMs = 50;
    await startVerification({ experienceId, trigger: 'admin' });
    expect((await getPlayable({ experienceId })).id).toBe(experienceId);
  });

  it('of a version that was replaced meanwhile does not count', async () => {
    const { experienceId, fake, publisher } = await publishFake({ transport: 'rest', delayMs: 100 });
    await startVerification({ experienceId, trigger: 'register' });
    await expect.poll(() => fake.executed.length).toBeGreaterThan(0);
    await updateExperience({
      publisher,
      experienceId,
      manifest: manifestFor(fake, { rest: { base_url: 'http://127.0.0.1:1' } }),
    });
    await waitForVerifications();
    expect(await getExperience({ experienceId })).toMatchObject({
      verification_status: 'unverified',
      playable_now: false,
    });
    const { experience } = await verify(experienceId, 'update');
    expect(experience.verification_status).toBe('failed');
  });

  it('on schedule does not unverify a server that is down', async () => {
    const { experienceId, fake } = await publishFake({ transport: 'mcp' });
    await verify(experienceId);
    await fake.close();
    const { report, experience } = await verify(experienceId, 'schedule');
    expect(report.status).toBe('failed');
    expect(experience).toMatchObject({
      verification_status: 'verified',
      live_status: { status: 'offline' },
      playable_now: false,
    });
  });

  it('that its process left behind is taken up again', async () => {
    const { experienceId } = await publishFake({ transport: 'rest' });
    const id = newId();
    await pool().query(
      `INSERT INTO verifications (id, experience_id, trigger, status, started_at)
       VALUES ($1, $2, 'register', 'running', now() - interval '10 minutes')`,
      [id, experienceId],
    );
    expect(await sweepVerifications()).toBe(1);
    await waitForVerifications();
    expect(await latestVerification({ experienceId })).toMatchObject({ verification_id: id, status: 'verified' });
  });

  it('is taken up again at the next look when its process is gone, and not while that may run', async () => {
    const { experienceId } = await publishFake({ transport: 'rest' });
    const id = newId();
    await pool().query(
      `INSERT INTO verifications (id, experience_id, trigger, status) VALUES ($1, $2, 'register', 'running')`,
      [id, experienceId],
    );
    expect(await sweepVerifications()).toBe(0);
    await pool().query('UPDATE verifications SET process = $2 WHERE id = $1', [id, newId()]);
    expect(await sweepVerifications()).toBe(1);
    await waitForVerifications();
    expect(await latestVerification({ experienceId })).toMatchObject({ verification_id: id, status: 'verified' });
  });

  it('is repeated after a day', async () => {
    const { experienceId } = await publishFake({ transport: 'rest' });
    await verify(experienceId);
    await pool().query(`UPDATE verifications SET finished_at = now() - interval '25 hours' WHERE experience_id = $1`, [
      experienceId,
    ]);
    expect(await sweepVerifications()).toBe(1);
    await waitForVerifications();
    expect(await latestVerification({ experienceId })).toMatchObject({ trigger: 'schedule', status: 'verified' });
    expect(await sweepVerifications()).toBe(0);
  });

  it('is repeated although that of another experience, which is due before it, cannot be started', async () => {
    const [bad, good] = [await publishFake({ transport: 'rest' }), await publishFake({ transport: 'rest' })];
    for (const { experienceId } of [bad, good]) await verify(experienceId);
    await pool().query(
      `UPDATE verifications SET finished_at = now() - CASE WHEN experience_id = $1 THEN interval '26 hours' ELSE interval '25 hours' END
       WHERE experience_id IN ($1, $2)`,
      [bad.experienceId, good.experienceId],
    );
    const sweep = () => sweepVerifications();
    expect(await whileRefused('INSERT ON verifications', `NEW.experience_id = '${bad.experienceId}'`, sweep)).toBe(1);
    await waitForVerifications();
    expect(await latestVerification(good)).toMatchObject({ trigger: 'schedule', status: 'verified' });
  });

  it('is refused where there is nothing to verify', async () => {
    await expect(startVerification({ experienceId: newId(), trigger: 'admin' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { id } = await registerExperience({
      publisher: newPublisher(),
      manifest: {
        name: 'Link',
        version: '1.0.0',
        summary: 'A link.',
        category: 'link',
        tier: 1,
        publisher: { name: 'Linker' },
      },
    });
    await expect(startVerification({ experienceId: id, trigger: 'admin' })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });
});
