import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecord } from '@/lib/domain/replays';
import { useProduct } from '@/server/testing/product';
import { startExample } from './testing/run-example';

const url = useProduct();
const KEY = 'secret-of-the-endpoint';

interface Asked {
  authorization: string | undefined;
  model: string;
  messages: { role: string; content: string }[];
}

let out = '';
let site: { url: string; server: Server };
beforeAll(async () => {
  out = await mkdtemp(path.join(os.tmpdir(), 'recordings-'));
  site = await startSite();
});
afterAll(async () => {
  site.server.close();
  await rm(out, { recursive: true, force: true });
});

/** Listens on a free port of this machine. @returns its address */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The product, with the records of matches in place of the pages that tests do without. */
async function startSite() {
  const server = createServer(async (incoming, response) => {
    const matchId = /^\/matches\/([\w-]+)\/record\.jsonl$/.exec(incoming.url ?? '')?.[1];
    if (matchId) {
      const { read } = await openRecord({ matchId, extension: 'jsonl', url: '' });
      for await (const piece of read()) response.write(piece);
      response.end();
      return;
    }
    const { method, headers } = incoming;
    const { host } = new URL(url());
    const onward = send(new URL(incoming.url ?? '/', url()), { method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  return { url: await listen(server), server };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** An OpenAI-compatible endpoint whose model answers with the text of `answer`. */
async function startEndpoint(answer: (asked: Asked, count: number) => string) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await bodyOf(request)) as Omit<Asked, 'authorization'>;
    const one = { ...body, authorization: request.headers.authorization };
    asked.push(one);
    response.setHeader('content-type', 'application/json');
    response.statusCode = request.url === '/v1/chat/completions' ? 200 : 404;
    const message = { role: 'assistant', content: answer(one, asked.length) };
    response.end(JSON.stringify({ choices: [{ message }], usage: { prompt_tokens: 120, completion_tokens: 12 } }));
  });
  return { url: `${await listen(server)}/v1`, asked, close: () => server.close() };
}

const legalIn = ({ messages }: Asked): unknown[] =>
  JSON.parse(
    messages.findLast(({ content }) => content.includes('Legal moves: '))?.content.split('Legal moves: ')[1] ?? '[]',
  );

const record = (endpoint: string, ...args: string[]) =>
  startExample(
    'record-match.ts',
    ['--url', site.url, '--base-url', endpoint, '--model', 'tiny-model-1', '--out', out, ...args],
    { OPENAI_API_KEY: KEY },
  ).ended;

it('plays a match through MCP with remarks and the name of the model, and keeps its record', async () => {
  const endpoint = await startEndpoint((asked, count) =>
    count === 1
      ? 'I would like to think about this.'
      : `Here: {"move": ${JSON.stringify(legalIn(asked)[0])}, "note": "Move ${count} keeps the line open."}`,
  );
  const output = await record(endpoint.url, '--game', 'tic-tac-toe', '--opponent', 'pip');
  endpoint.close();
  expect(output).toContain('asked again');
  expect(output).toContain('Over: {');
  expect(output).not.toContain(KEY);
  expect(endpoint.asked[0]).toMatchObject({ model: 'tiny-model-1', authorization: `Bearer ${KEY}` });
  const file = /Record: (.+\.jsonl)/.exec(output)?.[1] ?? '';
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({
    line: 'match',
    game_type: 'tic_tac_toe',
    status: 'completed',
    players: [{ display_name: 'tiny-model-1' }, { display_name: 'Pip (house bot)' }],
  });
  const notes = lines.filter(({ type }) => type === 'move_noted');
  expect(notes.length).toBeGreaterThanOrEqual(2);
  for (const { data } of notes)
    expect(data).toMatchObject({
      note: expect.stringContaining('keeps the line open'),
      model: { provider: 'openai-compatible', name: 'tiny-model-1' },
    });
  expect(lines.some(({ data }) => typeof data?.commentary === 'string')).toBe(true);
  expect(lines.at(-1)).toMatchObject({ line: 'end' });
  expect(JSON.stringify(lines)).not.toContain(KEY);
});

it('resigns for a model that names no legal move, and plays nothing in its place', async () => {
  const endpoint = await startEndpoint(() => '{"move": "Z9", "note": "surely"}');
  const output = await record(endpoint.url, '--game', 'tic-tac-toe');
  endpoint.close();
  expect(endpoint.asked).toHaveLength(4);
  expect(output).toContain('"reason":"resigned"');
});

it('says what is missing and what the endpoint refused', async () => {
  expect(await record('http://127.0.0.1:9/v1', '--game', 'no such game')).toContain('No game that can be played now');
  expect(await startExample('record-match.ts', ['--model', 'm']).ended).toContain('--base-url');
  const endpoint = await startEndpoint(() => '');
  expect(await record(`${endpoint.url}/wrong`, '--game', 'tic-tac-toe')).toContain('The endpoint answered 404');
  endpoint.close();
});
