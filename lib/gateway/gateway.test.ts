import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/core/errors';
import { type FakeExperience, type FakeOptions, fakeExperience } from '@/lib/testing/remote-experience';
import { boundedClient } from './bounded-client';
import type { ExperienceClient } from './experience-client';
import { checkUrl } from './guard';
import { McpClient } from './mcp-client';
import { OUTBOUND_LIMITS, Outbound, type OutboundLimits } from './outbound';
import { OutcomeUnknownError } from './outcome-unknown';
import { RestClient } from './rest-client';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A client whose limits are small, allowed to call this experience and nothing else that is private. */
function clientOf(fake: FakeExperience, limits: Partial<OutboundLimits> = {}): ExperienceClient {
  const allowed = [fake.host];
  const all = { ...OUTBOUND_LIMITS, timeoutMs: 5_000, ...limits };
  const outbound = new Outbound(allowed, all);
  const url = checkUrl(fake.url, { allowed });
  const newClient = fake.options.transport === 'mcp' ? new McpClient(outbound, url) : new RestClient(outbound, url);
  const client = boundedClient(newClient, all);
  open.push(client);
  return client;
}

async function start(options: FakeOptions, limits: Partial<OutboundLimits> = {}) {
  const fake = await fakeExperience(options);
  open.push(fake);
  return { fake, client: clientOf(fake, limits) };
}

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(AppError);
  return outcome as AppError;
}

const STEP = { session_id: 's-1', experience_agent_id: 'a-1', action: { guess: 7 } };

const TRANSPORTS: [string, FakeOptions][] = [
  ['a stateful MCP server that streams', { transport: 'mcp', era: 'handshake', answers: 'sse' }],
  ['a stateful MCP server that answers JSON', { transport: 'mcp', era: 'handshake', answers: 'json' }],
  ['a stateless MCP server', { transport: 'mcp', era: 'stateless', answers: 'json' }],
  ['a stateless MCP server that streams', { transport: 'mcp', era: 'stateless', answers: 'sse' }],
  ['a REST server', { transport: 'rest' }],
];

describe.each(TRANSPORTS)('%s', (_, options) => {
  it('plays a session', async () => {
    const { fake, client } = await start(options);
    const info = await client.callTool('experience.info', {});
    expect(info.value).toMatchObject({ gameplay_instructions: expect.stringContaining('Guess') });
    await client.callTool('session.create', { session_id: 's-1', experience_agent_id: 'a-1', memory: {} }, {});
    const step = await client.callTool('session.step', STEP);
    expect(step.value).toEqual({ hint: 'correct' });
    expect(step.latencyMs).toBeGreaterThan(0);
    const end = await client.callTool('session.end', { session_id: 's-1', experience_agent_id: 'a-1' }, {});
    expect(end.value).toMatchObject({ outcomes: { result: 'win' }, memory_update: { best: 1 } });
    expect(fake.executed.map(({ tool }) => tool)).toEqual([
      'experience.info',
      'session.create',
      'session.step',
      'session.end',
    ]);
    expect(fake.executed[2]?.args).toEqual(STEP);
  });

  it('keeps its connections open between calls', async () => {
    const { fake, client } = await start(options);
    for (let call = 0; call < 10; call++) await client.callTool('session.step', STEP);
    expect(fake.connections).toBeLessThanOrEqual(2);
  });

  it('forwards the words of a refusal in full, as a mistake of the caller', async () => {
    const words = `Invalid input: ${'expected a cell from A1 to C3. '.repeat(60)}`.trim();
    const { client } = await start({
      ...options,
      says: {
        'session.step': () => {
          throw new Error(words);
        },
      },
    });
    const error = await failureOf(client.callTool('session.step', STEP));
    expect(error).toMatchObject({ code: 'EXPERIENCE_ERROR', retryable: false, http: 422 });
    expect(error.message).toMatch(/^The experience answered with an error( \(HTTP 4\d\d\))?\.$/);
    expect(error.details).toMatchObject({ upstream: { message: words } });
  });

  it('forwards the message of a refusal without control characters', async () => {
    const { client } = await start({ ...options, fails: 'isError' });
    const error = await failureOf(client.callTool('session.step', STEP));
    expect(error).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { upstream: { message: 'That is not allowed here.' } },
      retryable: false,
    });
  });

  it('calls a fault of the server retryable', async () => {
    const { client } = await start({ ...options, fails: '500' });
    const error = await failureOf(client.callTool('session.step', STEP));
    expect(error).toMatchObject({
      details: { upstream: { message: 'The engine is broken.' } },
      retryable: true,
      http: 502,
    });
    expect(error.code).toBe('EXPERIENCE_ERROR');
  });

  it('reports a missing tool as EXPERIENCE_TOOL_NOT_FOUND', async () => {
    const { client } = await start({ ...options, without: ['experience.status'] });
    expect((await failureOf(client.callTool('experience.status', {}))).code).toBe('EXPERIENCE_TOOL_NOT_FOUND');
  });

  it('sends the stored token and nothing else, and never shows it', async () => {
    const { fake, client } = await start({ ...options, token: 'sk-very-secret' });
    expect(await failureOf(client.callTool('experience.info', {}))).toMatchObject({
      code: 'EXPERIENCE_AUTH_FAILED',
      details: { next: expect.stringContaining('credential.store') },
    });
    const echoed = await client.callTool(
      'session.create',
      { session_id: 'sk-very-secret' },
      { bearerToken: 'sk-very-secret' },
    );
    expect(JSON.stringify(echoed.value)).not.toContain('sk-very-secret');
    expect(fake.executed).toHaveLength(1);
    fake.options.fails = 'isError';
    const error = await failureOf(client.callTool('session.step', STEP, { bearerToken: 'sk-very-secret' }));
    expect(JSON.stringify([error.message, error.details])).not.toContain('sk-very-secret');
  });

  it('shows no token, however the answer of the server escapes it', async () => {
    const token = 'sk/very+secret';
    const answer = { text: '{"auth":"sk\\/very\\u002Bsecret"}', url: '/?t=sk%2Fvery%2Bsecret' };
    const { client } = await start({ ...options, says: { 'session.step': () => answer } });
    const { value } = await client.callTool('session.step', STEP, { bearerToken: token });
    expect(value).toEqual({ text: '{"auth":"[removed]"}', url: '/?t=[removed]' });
  });

  it('gives up after the time limit', async () => {
    const { client } = await start({ ...options, fails: 'timeout' }, { timeoutMs: 300 });
    const startedMs = performance.now();
    expect((await failureOf(client.callTool('session.step', STEP))).code).toBe('EXPERIENCE_TIMEOUT');
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it.each(['hugeBody', 'gzipBomb'] as const)('refuses an answer that is too large (%s)', async (fails) => {
    const { client } = await start({ ...options, fails });
    expect(await failureOf(client.callTool('session.step', STEP))).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: 'The experience answered more than 1 MB.',
    });
  });

  it('follows no redirect to a private address', async () => {
    const { client } = await start({ ...options, fails: 'redirectToPrivate' });
    expect(await failureOf(client.callTool('session.step', STEP))).toMatchObject({
      code: 'EXPERIENCE_UNREACHABLE',
      retryable: true,
      message: expect.stringContaining('not public'),
    });
  });

  it('follows at most three redirects', async () => {
    const { fake, client } = await start({ ...options, fails: 'redirectForever' });
    await failureOf(client.callTool('experience.info', {}));
    const before = fake.requests;
    const error = await failureOf(client.callTool('session.step', STEP));
    if (options.transport === 'rest') expect(error.code).toBe('EXPERIENCE_ERROR');
    else expect(error.message).toContain('more than 3 times');
    expect(fake.requests - before).toBeLessThanOrEqual(4);
    expect(fake.executed).toHaveLength(0);
  });

  it('refuses more concurrent calls than the limit', async () => {
    const { fake, client } = await start(options, { maxConcurrent: 2, maxPerShare: 8, maxWaitMs: 0 });
    await client.callTool('experience.info', {});
    fake.options.delayMs = 300;
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => client.callTool('session.step', STEP)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as AppError] : []));
    expect(refused.map((error) => error.code)).toEqual(['POOL_EXHAUSTED', 'POOL_EXHAUSTED', 'POOL_EXHAUSTED']);
    expect(fake.executed).toHaveLength(3);
  });

  it('keeps places for the calls of matches, and a share of the others for each owner', async () => {
    const { fake, client } = await start(options, { maxConcurrent: 4, maxPerShare: 2, maxWaitMs: 0 });
    await client.callTool('experience.info', {});
    fake.options.delayMs = 300;
    const step = (share: string, isNeeded = false) =>
      client.callTool('session.step', STEP, { share, isNeeded }).then(
        () => 'ok',
        (error: AppError) => error.code,
      );
    const puppets = [step('owner:1'), step('owner:1'), step('owner:1'), step('owner:2'), step('owner:3')];
    const needed = [step('owner:4', true), step('owner:1', true)];
    expect(await Promise.all(puppets)).toEqual(['ok', 'ok', 'RATE_LIMITED', 'ok', 'POOL_EXHAUSTED']);
    expect(await Promise.all(needed)).toEqual(['ok', 'RATE_LIMITED']);
  });

  it('pauses only the caller whose calls fail, and no call that a match needs', async () => {
    const { fake, client } = await start(options, { failuresToOpen: 1, openForMs: 30_000 });
    await client.callTool('experience.info', {});
    fake.options.fails = 'disconnect';
    await failureOf(client.callTool('session.step', STEP, { share: 'owner:1' }));
    fake.options.fails = null;
    expect(await failureOf(client.callTool('session.step', STEP, { share: 'owner:1' }))).toMatchObject({
      message: expect.stringContaining('paused'),
    });
    await client.callTool('session.step', STEP, { share: 'owner:2' });
    await client.callTool('session.step', STEP, { share: 'owner:1', isNeeded: true });
  });

  it('does not pause a caller that cancels', async () => {
    const { fake, client } = await start(options, { failuresToOpen: 1 });
    await client.callTool('experience.info', {});
    fake.options.delayMs = 200;
    const leaving = new AbortController();
    const before = fake.requests;
    void vi.waitFor(() => expect(fake.requests).toBeGreaterThan(before)).then(() => leaving.abort());
    await failureOf(client.callTool('experience.info', {}, { signal: leaving.signal }));
    fake.options.delayMs = 0;
    await client.callTool('session.step', STEP);
  });

  it('pauses calls to a failing experience, then tries again', async () => {
    const { fake, client } = await start(options, { failuresToOpen: 2, openForMs: 30_000 });
    await client.callTool('experience.info', {});
    fake.options.fails = 'disconnect';
    for (let call = 0; call < 2; call++) {
      expect((await failureOf(client.callTool('session.step', STEP))).code).toBe('EXPERIENCE_UNREACHABLE');
    }
    const before = fake.requests;
    const refused = await failureOf(client.callTool('session.step', STEP));
    expect(refused).toMatchObject({ code: 'EXPERIENCE_UNREACHABLE', retryable: true, retryAfterS: 30 });
    expect(fake.requests).toBe(before);
    fake.options.fails = null;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    expect((await client.callTool('session.step', STEP)).value).toEqual({ hint: 'correct' });
  });

  it('is unreachable when no server listens', async () => {
    const { fake, client } = await start(options);
    await fake.close();
    expect(await failureOf(client.callTool('session.step', STEP))).toMatchObject({
      code: 'EXPERIENCE_UNREACHABLE',
      message: 'The experience refused the connection.',
      retryable: true,
    });
  });

  it('awaits a step that was sent even when the caller is gone, but no longer a question', async () => {
    const { fake, client } = await start(options);
    await client.callTool('experience.info', {});
    fake.options.delayMs = 200;
    const leaving = new AbortController();
    const before = fake.requests;
    const step = client.callTool('session.step', STEP, { signal: leaving.signal });
    const question = failureOf(client.callTool('experience.status', {}, { signal: leaving.signal }));
    await vi.waitFor(() => expect(fake.requests).toBeGreaterThanOrEqual(before + 2));
    leaving.abort();
    expect((await question).code).toBe('EXPERIENCE_TIMEOUT');
    expect((await step).value).toEqual({ hint: 'correct' });
    expect((await failureOf(client.callTool('session.step', STEP, { signal: leaving.signal }))).code).toBe(
      'EXPERIENCE_TIMEOUT',
    );
    expect(fake.executed.filter(({ tool }) => tool === 'session.step')).toHaveLength(1);
  });
});

describe('the session of a stateful MCP server', () => {
  it('is opened once and shared', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    await Promise.all(Array.from({ length: 8 }, () => client.callTool('session.step', STEP)));
    expect(new Set(fake.executed.map(({ mcpSession }) => mcpSession)).size).toBe(1);
    expect(fake.executed[0]?.mcpSession).toBeTruthy();
  });

  it('is opened again when the server forgot it, and the step is executed once', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    await client.callTool('session.step', STEP);
    fake.forgetSessions();
    expect((await client.callTool('session.step', STEP)).value).toEqual({ hint: 'correct' });
    expect(fake.executed).toHaveLength(2);
    expect(new Set(fake.executed.map(({ mcpSession }) => mcpSession)).size).toBe(2);
  });

  const rpcError = (id: unknown, code: number, message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

  it.each<[string, (id: unknown) => { status: number; body: string }]>([
    ['404 without a body', () => ({ status: 404, body: '' })],
    ['404 and text', () => ({ status: 404, body: 'session not found\n' })],
    ['404 and the id of the request', (id) => ({ status: 404, body: rpcError(id, -32001, 'Session not found') })],
    ['404, the id and another message', (id) => ({ status: 404, body: rpcError(id, -32000, 'Not here') })],
    ['404 and the id null', () => ({ status: 404, body: rpcError(null, -32001, 'Session not found') })],
    ['404 and an unrelated id', () => ({ status: 404, body: rpcError('server-error', -32600, 'Session terminated') })],
    [
      '400 of the TypeScript SDK',
      () => ({ status: 400, body: rpcError(null, -32000, 'Bad Request: No valid session ID provided') }),
    ],
    [
      '400 of a TypeScript server after a restart',
      () => ({ status: 400, body: rpcError(null, -32000, 'Bad Request: Server not initialized') }),
    ],
    [
      '400 of the Python SDK',
      () => ({ status: 400, body: rpcError('server-error', -32600, 'Bad Request: No valid session ID provided') }),
    ],
    ['400 of mcp-go', () => ({ status: 400, body: 'Invalid session ID\n' })],
    ['401 of rmcp', () => ({ status: 401, body: 'Unauthorized: Session not found' })],
  ])('is opened again and the step executed once for a server that answers %s', async (_, refusesSession) => {
    const { fake, client } = await start({ transport: 'mcp', refusesSession });
    await client.callTool('session.step', STEP);
    fake.forgetSessions();
    const answers = await Promise.all([client.callTool('session.step', STEP), client.callTool('session.step', STEP)]);
    expect(answers.map(({ value }) => value)).toEqual([{ hint: 'correct' }, { hint: 'correct' }]);
    expect(fake.executed).toHaveLength(3);
    expect(new Set(fake.executed.map(({ mcpSession }) => mcpSession)).size).toBe(2);
  });

  it.each<[string, (id: unknown) => { status: number; body: string }, string]>([
    [
      '400 with an unknown message about a session',
      () => ({ status: 400, body: rpcError(null, -1, 'This session?') }),
      'EXPERIENCE_UNREACHABLE',
    ],
    [
      '400 that answers the request',
      (id) => ({ status: 400, body: rpcError(id, -1, 'Session not found') }),
      'EXPERIENCE_ERROR',
    ],
    [
      '404 with a result',
      (id) => ({ status: 404, body: JSON.stringify({ jsonrpc: '2.0', id, result: {} }) }),
      'EXPERIENCE_ERROR',
    ],
    [
      '404 for an unknown tool',
      (id) => ({ status: 404, body: rpcError(id, -32601, 'Method not found') }),
      'EXPERIENCE_TOOL_NOT_FOUND',
    ],
    ['401 without a session', () => ({ status: 401, body: 'Unauthorized' }), 'EXPERIENCE_AUTH_FAILED'],
  ])('is not taken for forgotten by %s, and the step is not sent again', async (_, refusesSession, code) => {
    const { fake, client } = await start({ transport: 'mcp', refusesSession });
    await client.callTool('session.step', STEP);
    fake.forgetSessions();
    expect((await failureOf(client.callTool('session.step', STEP))).code).toBe(code);
    expect(fake.executed).toHaveLength(1);
  });

  it('forwards the message of a server that answers every step with 404', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    await client.callTool('session.step', STEP);
    fake.options.refusesSession = (id) => ({ status: 404, body: rpcError(id, -32000, 'The table is gone.') });
    fake.options.fails = 'forgetsSession';
    expect(await failureOf(client.callTool('session.step', STEP))).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { upstream: { message: 'The table is gone.' } },
    });
    expect(fake.executed).toHaveLength(1);
  });

  it('is not opened over and over for a server that forgets it immediately', async () => {
    const { fake, client } = await start({ transport: 'mcp', fails: 'forgetsSession' });
    expect((await failureOf(client.callTool('session.step', STEP))).code).toBe('EXPERIENCE_UNREACHABLE');
    expect(fake.executed).toHaveLength(0);
  });

  it('is not shared between credentials', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    await client.callTool('session.step', STEP, { bearerToken: 'one' });
    await client.callTool('session.step', STEP, { bearerToken: 'two' });
    expect(new Set(fake.executed.map(({ mcpSession }) => mcpSession)).size).toBe(2);
    expect(fake.executed.map(({ authorization }) => authorization)).toEqual(['Bearer one', 'Bearer two']);
  });

  it('that the caller names is replaced, with its id in the answer, when the server forgot it', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    const answer = await client.callTool('session.step', STEP, { upstreamSessionId: 'long-gone' });
    expect(answer.upstreamSessionId).toMatch(/^\d{4}-\d\d-\d\d /);
    const next = await client.callTool('session.step', STEP, { upstreamSessionId: answer.upstreamSessionId ?? null });
    expect(next.upstreamSessionId).toBeUndefined();
    const id = answer.upstreamSessionId?.split(' ')[1];
    expect(fake.executed.map(({ mcpSession }) => mcpSession)).toEqual([id, id]);
  });

  it('that was opened for one player is not shared, and is continued by another process', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    const [one, two] = [await client.openSession(), await client.openSession()];
    await client.callTool('session.step', STEP, { upstreamSessionId: one });
    await client.callTool('session.step', STEP, { upstreamSessionId: two });
    await client.callTool('session.step', STEP);
    const used = fake.executed.map(({ mcpSession }) => mcpSession);
    expect(new Set(used).size).toBe(3);
    const elsewhere = clientOf(fake);
    const answer = await elsewhere.callTool('session.step', STEP, { upstreamSessionId: one });
    expect(answer.upstreamSessionId).toBeUndefined();
    expect(fake.executed.at(-1)?.mcpSession).toBe(used[0]);
  });

  it('that was opened for one player ends when it is closed', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    const session = await client.openSession();
    await client.callTool('session.step', STEP, { upstreamSessionId: session });
    await client.closeSession(String(session));
    const answer = await client.callTool('session.step', STEP, { upstreamSessionId: session });
    expect(answer.upstreamSessionId).not.toBe(session);
    expect(fake.executed).toHaveLength(2);
  });

  it('is not needed by a stateless server', async () => {
    const { client } = await start({ transport: 'mcp', era: 'stateless' });
    expect(await client.openSession()).toBeNull();
  });

  it('receives secrets that no answer and no error repeats', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    const password = 'pass "word" 12';
    const context = { secrets: [password] };
    fake.options.says = { login: ({ password: given }) => ({ echo: `You are ${given}`, nested: [String(given)] }) };
    const { value } = await client.callTool('login', { password }, context);
    expect(value).toEqual({ echo: 'You are [removed]', nested: ['[removed]'] });
    expect(fake.executed[0]?.args).toEqual({ password });
    fake.options.says = {
      login: ({ password: given }) => {
        throw new Error(`${given} is wrong`);
      },
    };
    const failure = await failureOf(client.callTool('login', { password }, context));
    expect(failure.details).toMatchObject({ upstream: { message: '[removed] is wrong' } });
  });
});

it.each([401, 500])('a handshake refused with status %i does not show the token of the agent', async (status) => {
  const server = createServer((request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `Bad header: ${request.headers.authorization}` } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new McpClient(
    new Outbound([host], OUTBOUND_LIMITS),
    checkUrl(`http://${host}/mcp`, { allowed: [host] }),
  );
  open.push(client);
  const error = await failureOf(client.callTool('session.step', STEP, { bearerToken: 'sk-very-secret' }));
  expect(JSON.stringify(error.details)).toContain('Bad header: Bearer [removed]');
  server.close();
});

describe('listTools', () => {
  it.each(['handshake', 'stateless'] as const)('reads the tools of a %s server', async (era) => {
    const { client } = await start({ transport: 'mcp', era });
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('session.step');
    expect(tools[0]).toMatchObject({ description: expect.any(String), inputSchema: { type: 'object' } });
  });

  it('closes within moments, even when the server does not answer', async () => {
    const { fake, client } = await start({ transport: 'mcp' });
    await client.callTool('experience.info', {});
    fake.options.delayMs = 20_000;
    const hanging = client.callTool('session.step', STEP).catch((error: unknown) => error);
    await expect.poll(() => fake.executed.length).toBe(2);
    const startedMs = performance.now();
    await client.close();
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    expect(await hanging).toBeInstanceOf(OutcomeUnknownError);
  });

  it.each(['handshake', 'stateless'] as const)('of the %s era takes no answer to another request', async (era) => {
    const { fake, client } = await start({ transport: 'mcp', era, answers: 'json' });
    await client.callTool('session.create', { session_id: 's-1', experience_agent_id: 'a-1', memory: {} }, {});
    fake.options.fails = 'wrongId';
    const failure = await failureOf(client.callTool('session.step', STEP));
    expect(failure).toBeInstanceOf(OutcomeUnknownError);
    expect(failure.message).toMatch(/different request/);
  });

  it('refuses a server that is not an MCP server', async () => {
    const { fake } = await start({ transport: 'rest' });
    const outbound = new Outbound([fake.host], OUTBOUND_LIMITS);
    const client = new McpClient(outbound, checkUrl(fake.url, { allowed: [fake.host] }));
    open.push(client);
    expect((await failureOf(client.listTools())).code).toBe('EXPERIENCE_TOOL_NOT_FOUND');
  });
});
