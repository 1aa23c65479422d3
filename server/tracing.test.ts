import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Batches } from '@/lib/core/batches';
import { log } from '@/lib/core/log';
import { inSpan, tracing } from '@/lib/core/tracing';
import { pool } from '@/lib/data/database';
import { announceChange, registerExperience } from '@/lib/domain/catalog';
import { closeExperienceClients } from '@/lib/gateway';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { type FakeExperience, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { useServer } from '@/lib/transport/testing/use-server';

useDatabase();
const server = useServer();

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  attributes: Record<string, string>;
  links: string[];
}

/** The fields of a protobuf message: numbers and byte strings by the number of the field. */
function fieldsOf(bytes: Buffer): Map<number, (Buffer | bigint)[]> {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++] as number);
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const wireType = tag & 7;
    const length = wireType === 2 ? Number(varint()) : wireType === 1 ? 8 : wireType === 5 ? 4 : 0;
    const value = wireType === 0 ? varint() : bytes.subarray(at, at + length);
    if (wireType !== 0) at += length;
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const children = (bytes: Buffer, field: number) => (fieldsOf(bytes).get(field) ?? []) as Buffer[];
const only = (bytes: Buffer, field: number) => children(bytes, field)[0] ?? Buffer.alloc(0);

/** The spans of an ExportTraceServiceRequest of OTLP. */
function readSpans(body: Buffer): ReceivedSpan[] {
  const scopes = children(body, 1).flatMap((resource) => children(resource, 2));
  return scopes
    .flatMap((scope) => children(scope, 2))
    .map((span) => ({
      traceId: only(span, 1).toString('hex'),
      spanId: only(span, 2).toString('hex'),
      parentId: only(span, 4).toString('hex'),
      name: only(span, 5).toString(),
      attributes: Object.fromEntries(
        children(span, 9).map((pair) => [only(pair, 1).toString(), only(only(pair, 2), 1).toString()]),
      ),
      links: children(span, 13).map((link) => only(link, 2).toString('hex')),
    }));
}

let collector: Server;
let experience: FakeExperience;
let stop: () => Promise<void>;
const spans: ReceivedSpan[] = [];
const bodies: Buffer[] = [];
const received: { url: string | undefined; authorization: string | undefined }[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    received.push({ url: request.url, authorization: request.headers.authorization });
    bodies.push(body);
    spans.push(...readSpans(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-token',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  });
  experience = await fakeExperience({ transport: 'mcp', era: 'handshake', answers: 'json' });
  const { startSpans } = await import('./tracing');
  stop = startSpans();
});

afterAll(async () => {
  await stop();
  await closeExperienceClients();
  await experience.close();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceOf = (digit: string) => TRACE.slice(0, -1) + digit;

async function playable(fake: FakeExperience): Promise<string> {
  const { id } = await registerExperience({
    publisher: { agentId: null, ownerId: null },
    manifest: manifestFor(fake),
  });
  await pool().query(`UPDATE experiences SET verification_status = 'verified' WHERE id = $1`, [id]);
  await announceChange(id);
  return id;
}

async function findSpan(traceId: string, name: string): Promise<ReceivedSpan> {
  const matching = () => spans.find((span) => span.traceId === traceId && span.name === name);
  await expect.poll(matching, { message: `${name} in ${traceId}` }).toBeDefined();
  return matching() as ReceivedSpan;
}

async function callByRest(apiKey: string, tool: string, input: object, traceparent: string) {
  const answer = await fetch(`${server.url}/api/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, traceparent },
    body: JSON.stringify(input),
  });
  return { status: answer.status, value: (await answer.json()) as Record<string, unknown> };
}

/** The lines that the log writes meanwhile, also below the level of the tests. */
async function linesDuring(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const { streamSym } = pino.symbols;
  const fields = log as unknown as Record<symbol, unknown>;
  const { [streamSym]: stream } = fields;
  fields[streamSym] = { write: (line: string) => void lines.push(line) };
  const { level } = log;
  log.level = 'info';
  try {
    await work();
  } finally {
    log.level = level;
    fields[streamSym] = stream;
  }
  return lines.map((line) => JSON.parse(line));
}

describe('a trace', () => {
  it('goes from the header of the agent through the tool and its statements to the experience, and holds no argument or key', async () => {
    const agent = await agentFixture();
    const experienceId = await playable(experience);
    const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
    const created = await callByRest(agent.apiKey, 'session.create', { experience_id: experienceId }, traceparent);
    expect(created.status).toBe(200);
    const step = {
      session_id: created.value.session_id,
      action: { guess: 4, canary: 'canary-argument' },
      note: 'canary-note',
    };
    expect((await callByRest(agent.apiKey, 'session.step', step, traceparent)).status).toBe(200);

    const request = (await findSpan(TRACE, 'POST rest')) as ReceivedSpan;
    expect(request.parentId).toBe('00f067aa0ba902b7');
    const tool = await findSpan(TRACE, 'tools/call session.step');
    const upstream = await findSpan(TRACE, 'experience session.step');
    expect(upstream.parentId).toBe(tool.spanId);
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.filter(({ traceId }) => traceId === TRACE).length).toBeGreaterThan(3);

    // The experience got the context of the very span that called it, in the header and in `_meta`.
    const sent = experience.received.map((text) => JSON.parse(text) as [string, Record<string, string>, string]);
    const stepSent = sent.find(([, , body]) => body.includes('"session.step"'));
    const expected = `00-${TRACE}-${upstream.spanId}-01`;
    expect(stepSent?.[1].traceparent).toBe(expected);
    expect(JSON.parse(stepSent?.[2] ?? '').params._meta).toEqual({ traceparent: expected });

    expect(
      received.every(({ url, authorization }) => url === '/v1/traces' && authorization === 'Bearer collector-token'),
    ).toBe(true);
    const exported = Buffer.concat(bodies).toString('latin1');
    for (const secret of ['canary', agent.apiKey, agent.agentId, String(created.value.session_id)])
      expect(exported).not.toContain(secret);
  });

  it('is continued from the `_meta` of an MCP call, and its request is linked', async () => {
    const agent = await agentFixture();
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { authorization: `Bearer ${agent.apiKey}`, traceparent: `00-${traceOf('1')}-00f067aa0ba902b7-01` };
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } });
    await client.connect(transport as never);
    const traceparent = `00-${traceOf('2')}-00f067aa0ba902b8-01`;
    await client.callTool({ name: 'auth.whoami', arguments: {}, _meta: { traceparent } });
    await client.close();
    const tool = await findSpan(traceOf('2'), 'tools/call auth.whoami');
    expect(tool.parentId).toBe('00f067aa0ba902b8');
    const requests = () => spans.filter(({ name, traceId }) => name === 'POST mcp' && traceId === traceOf('1'));
    await expect.poll(() => requests().map(({ spanId }) => spanId)).toContain(tool.links[0]);
  });

  it('that its caller does not sample is not exported, and a context that is not valid is ignored', async () => {
    const agent = await agentFixture();
    const ignored = ['garbage', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${traceOf('3')}-00f067aa0ba902b7-00`];
    for (const traceparent of ignored)
      expect((await callByRest(agent.apiKey, 'auth.whoami', {}, traceparent)).status).toBe(200);
    await callByRest(agent.apiKey, 'auth.whoami', {}, `00-${traceOf('4')}-00f067aa0ba902b7-01`);
    await findSpan(traceOf('4'), 'tools/call auth.whoami');
    const expected = [TRACE, ...['1', '2', '4'].map(traceOf)];
    expect(spans.filter(({ traceId }) => !expected.includes(traceId))).toEqual([]);
  });

  it('marks a failed call with its code, and the lines of its log carry its ids', async () => {
    const agent = await agentFixture();
    const traceparent = `00-${traceOf('5')}-00f067aa0ba902b7-01`;
    const unknown = { session_id: '0190f3a0-0000-7000-8000-000000000001', action: {} };
    const refused = await callByRest(agent.apiKey, 'session.step', unknown, traceparent);
    expect(refused.status).toBe(404);
    const tool = await findSpan(traceOf('5'), 'tools/call session.step');
    expect(tool.attributes['error.type']).toBe(refused.value.code ?? (refused.value.error as { code: string }).code);

    const traced = tracing();
    if (!traced) throw new Error('tracing is on');
    const lines = await linesDuring(async () => {
      log.info('outside');
      const details = { kind: 'internal', traceparent: `00-${traceOf('6')}-00f067aa0ba902b7-01` } as const;
      await inSpan(traced, 'work', details, async () => log.info('inside'));
    });
    const work = await findSpan(traceOf('6'), 'work');
    expect(lines.find(({ msg }) => msg === 'inside')).toMatchObject({ trace_id: traceOf('6'), span_id: work.spanId });
    expect(lines.find(({ msg }) => msg === 'outside')).not.toHaveProperty('trace_id');
  });

  it('has the statement of a batch in the first item of the batch, and the other items name it', async () => {
    const traced = tracing();
    if (!traced) throw new Error('tracing is on');
    const batches = new Batches<number, number>({
      send: async (items) => {
        await pool().query('SELECT 1');
        return items;
      },
      maxItems: 2,
      maxInFlight: 1,
    });
    const add = (digit: string, item: number) =>
      inSpan(traced, 'item', { kind: 'internal', traceparent: `00-${traceOf(digit)}-00f067aa0ba902b7-01` }, () =>
        batches.add(item),
      );
    expect(await Promise.all(['7', '8', '9', 'a'].map(add))).toEqual([0, 1, 2, 3]);
    const batch = Object.fromEntries(
      await Promise.all(['7', '8', '9', 'a'].map(async (digit) => [digit, await findSpan(traceOf(digit), 'batch')])),
    );
    expect([batch['8'].links, batch.a.links]).toEqual([[batch['7'].spanId], [batch['9'].spanId]]);
    const statements = spans.filter(({ name }) => name === 'SELECT').map(({ parentId }) => parentId);
    expect(statements.sort()).toEqual([batch['7'].spanId, batch['9'].spanId].sort());
  });
});
