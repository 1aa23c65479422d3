import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { getExperience, type Publisher, registerExperience } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { REQUIRED_TOOLS } from '@/lib/gateway';
import { useDatabase } from '@/lib/testing/database';
import { type FakeExperience, type FakeOptions, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import type { StartTrigger } from './verification.schema';
import { latestVerification, startVerification, waitForVerifications } from './verification.service';

// What answers of an experience pass the checks.

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

/** As the Python SDK writes what a tool returns as text. */
const asPython = (value: Record<string, unknown>) => {
  const text = JSON.stringify(value);
  return { content: [{ type: 'text' as const, text }], structuredContent: { result: text } };
};

it('reads the answers of a server that sends JSON as text in structuredContent, and warns', async () => {
  const { experienceId } = await publishFake({ transport: 'mcp', writes: asPython });
  const { report, outcomes, experience } = await verify(experienceId);
  expect(outcomes).toEqual({ ...PASSED, 'experience.info': 'warning', session_lifecycle: 'warning' });
  expect(report.checks.find(({ check }) => check === 'experience.info')).toMatchObject({
    message: expect.stringContaining('structuredContent.result'),
    remedy: expect.stringContaining('dict'),
  });
  expect(experience.gameplay_instructions).toContain('Guess a number');
  expect(experience.live_status.current_players).toBe(3);
});

it('joins the texts of experience.info and reads the JSON among them', async () => {
  const { experienceId } = await publishFake({
    transport: 'mcp',
    writes: (value, tool) => {
      const { gameplay_instructions: _, ...rest } = value;
      const texts =
        tool === 'experience.info' ? ['Rules follow.', 'Guess.', JSON.stringify(rest)] : [JSON.stringify(value)];
      return { content: texts.map((text) => ({ type: 'text' as const, text })) };
    },
  });
  const { outcomes, experience } = await verify(experienceId);
  expect(outcomes).toEqual(PASSED);
  expect(experience.gameplay_instructions).toBe('Rules follow.\n\nGuess.');
  expect(experience.action_schema).toMatchObject({ required: ['guess'] });
});

it('shows an experience as offline that says so', async () => {
  const { experienceId } = await publishFake({
    transport: 'rest',
    says: { 'experience.status': () => ({ status: 'offline', current_players: 0, active_lobbies: 0 }) },
  });
  const { experience } = await verify(experienceId);
  expect(experience).toMatchObject({ live_status: { status: 'offline' } });
});

it('takes an experience.info that is no object for instructions over MCP, and fails it over REST', async () => {
  const list = [{ toString: 1 }] as unknown as Record<string, unknown>;
  const says = { 'experience.info': () => list };
  const overMcp = await verify((await publishFake({ transport: 'mcp', says })).experienceId);
  expect(overMcp.outcomes['experience.info']).toBe('passed');
  expect(overMcp.experience.gameplay_instructions).toBe('[{"toString":1}]');
  const overRest = await verify((await publishFake({ transport: 'rest', says })).experienceId);
  expect(overRest.outcomes['experience.info']).toBe('failed');
});

/** Serves the same answer for every path. */
async function sameForAll(type: string, body: string): Promise<string> {
  const web = createServer((_, response) => void response.writeHead(200, { 'content-type': type }).end(body));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  open.push({ close: async () => void web.close() });
  return `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
}

const publishAt = async (part: Record<string, unknown>) => {
  const fake = await fakeExperience({ transport: 'rest' });
  open.push(fake);
  const manifest = { ...manifestFor(fake), rest: undefined, ...part };
  return (await registerExperience({ publisher: newPublisher(), manifest: JSON.stringify(manifest) })).id;
};

it.each([
  ['a web page', 'text/html', '<!doctype html><h1>Welcome to nginx</h1>', 'connectivity'],
  ['JSON of another content type', 'text/plain', '{"gameplay_instructions":"Guess.","ok":"yes"}', 'experience.info'],
  ['a list', 'application/json', '[]', 'experience.info'],
  ['broken JSON', 'application/json', '{oops', 'experience.info'],
])('does not verify a REST address that answers %s to everything', async (_, type, body, check) => {
  const { outcomes, experience } = await verify(await publishAt({ rest: { base_url: await sameForAll(type, body) } }));
  expect(outcomes).toMatchObject({ [check]: 'failed' });
  expect(experience.verification_status).toBe('failed');
});

it('fails a step that answers no object, and warns of counts and openings that nobody can use', async () => {
  const says = {
    'session.create': () => ({ nope: 1 }),
    'experience.status': () => ({ players: 'many' }),
  };
  const vague = await publishFake({ transport: 'rest', says });
  expect((await verify(vague.experienceId)).outcomes).toMatchObject({
    'experience.status': 'warning',
    session_lifecycle: 'warning',
  });
  vague.fake.options.says = { 'session.step': () => 'done' as unknown as Record<string, unknown> };
  expect((await verify(vague.experienceId)).outcomes.session_lifecycle).toBe('failed');
});

it('names an MCP server that is given as REST, and the other way round', async () => {
  const mcp = await fakeExperience({ transport: 'mcp' });
  const rest = await fakeExperience({ transport: 'rest' });
  open.push(mcp, rest);
  const asRest = await verify(await publishAt({ rest: { base_url: mcp.url } }));
  expect(asRest.report.checks.find(({ check }) => check === 'connectivity')).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('is an MCP server'),
  });
  const required_tools = [...REQUIRED_TOOLS];
  const asMcp = await verify(await publishAt({ mcp: { server_url: rest.url, required_tools } }));
  expect(asMcp.report.checks.find(({ check }) => check === 'connectivity')).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('as a REST experience does'),
  });
});
