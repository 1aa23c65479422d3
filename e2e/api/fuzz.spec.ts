import { randomUUID } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { openRawSession, rpc } from '@/lib/transport/testing/mcp';
import { type Agent, expect, type Json, test } from '../fixtures';
import { findServerFault, type RawAnswer, send } from '../fixtures/raw';

interface Tool {
  name: string;
  inputSchema: { properties?: Record<string, Json>; required?: string[] };
}

interface Answer {
  /** The error code; null when the call succeeded. */
  code: string | null;
  /** The paths of the faults. */
  paths: unknown[][];
  /** Why the answer is a defect; null when it is not. */
  fault: string | null;
}

/** Calls a tool with any arguments. */
type Call = (tool: string, args: unknown) => Promise<Answer>;

const AT_ONCE = 8;
const ACCEPT = { accept: 'application/json, text/event-stream' };
const LONG = 'x'.repeat(20_000);

/** Values of every type, at and beyond the limits. */
const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  2.5,
  Number.MAX_SAFE_INTEGER,
  1e308,
  '',
  "'; DROP TABLE agents; --",
  'a\u0000b',
  '\ud800',
  LONG,
  [],
  [null, 1, 'x'],
  {},
  { type: null, toString: 1, hasOwnProperty: 2 },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
];

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}

/** Valid values for a tool's fields: ids of existing objects, else a value of the type. */
function likely(schema: Json, name: string, values: Record<string, unknown>): unknown {
  if (name in values) return values[name];
  const part = schema.anyOf?.[0] ?? schema;
  if (part.enum) return part.enum[0];
  if (part.const !== undefined) return part.const;
  const byType: Record<string, unknown> = { string: 'x', integer: 1, number: 1, boolean: true, array: [], object: {} };
  return part.format === 'uuid' ? randomUUID() : (byType[part.type] ?? 'x');
}

function likelyInput({ inputSchema }: Tool, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    (inputSchema.required ?? []).map((name) => [name, likely(inputSchema.properties?.[name] ?? {}, name, values)]),
  );
}

/** A tool's input with one field at a time invalid, unknown or missing. */
function mutations(tool: Tool, values: Record<string, unknown>): { field: string; input: unknown }[] {
  const input = likelyInput(tool, values);
  const fields = Object.keys(tool.inputSchema.properties ?? {});
  return [
    ...fields.flatMap((field) => WRONG.map((value) => ({ field, input: { ...input, [field]: value } }))),
    ...(tool.inputSchema.required ?? []).map((field) => ({ field, input: { ...input, [field]: undefined } })),
    { field: 'no_such_field', input: { ...input, no_such_field: 1 } },
  ];
}

function compile(tool: Tool): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(tool.inputSchema);
}

const pathsOf = (details: Json): unknown[][] => (details?.issues ?? []).map(({ path }: Json) => path);

function overRest(url: string, { bearer }: Agent): Call {
  return async (tool, args) => {
    const answer = await send(`${url}/api/tools/${encodeURIComponent(tool)}`, JSON.stringify(args), bearer);
    const { code = null, details } = answer.json?.error ?? {};
    return { code, paths: pathsOf(details), fault: findServerFault(answer) };
  };
}

/** Over MCP invalid arguments are -32602 with the paths in `data`; other errors are results. */
function overMcp(url: string, session: Record<string, string>): Call {
  return async (name, args) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    return readMcp(await send(`${url}/mcp`, body, { ...ACCEPT, ...session }));
  };
}

function readMcp(answer: RawAnswer): Answer {
  const { error, result } = answer.json ?? {};
  const fault = findServerFault(answer);
  if (error) {
    const isOurs = error.code !== -32602 && error.code !== -32600;
    return { code: 'VALIDATION_ERROR', paths: pathsOf(error.data), fault: isOurs ? answer.text : fault };
  }
  if (!result?.isError) return { code: null, paths: [], fault };
  const refusal = JSON.parse(result.content[0].text);
  return { code: refusal.code, paths: pathsOf(refusal.details), fault };
}

/** What an agent reports of itself: what does not fit is left out, because no report may cost a move. */
const REPORTS: ReadonlySet<string> = new Set(['usage', 'model_runtime', 'interaction_cadence_observed', 'provenance']);

/** Whether input that the published schema refuses was refused with the path of the fault. */
function findMissedFault(field: string, { code, paths }: Answer): string | null {
  if (code !== 'VALIDATION_ERROR') return `${code} instead of VALIDATION_ERROR`;
  return paths.some(([first]) => first === field) ? null : `the path ${field} is not among ${JSON.stringify(paths)}`;
}

/** The defects found. Collected instead of expected one by one: an expectation costs more than a call. */
async function findFaults(calls: readonly Call[], tools: readonly Tool[], values: Record<string, unknown>) {
  const faults: string[] = [];
  const all = tools.flatMap((tool) => {
    const fits = compile(tool);
    return mutations(tool, values).map(({ field, input }) => ({ tool, fits, field, input }));
  });
  let turn = 0;
  await each(all, async ({ tool, fits, field, input }) => {
    const args = inNoTime(tool.name, JSON.parse(JSON.stringify(input)));
    const answer = await (calls[turn++ % calls.length] as Call)(tool.name, args);
    const fault = answer.fault ?? (fits(args) || REPORTS.has(field) ? null : findMissedFault(field, answer));
    if (fault) faults.push(`${tool.name} ${field} ${JSON.stringify(args).slice(0, 200)}: ${fault}`);
  });
  return { faults, calls: all.length };
}

async function prepare(url: string, agent: Agent) {
  const session = await openRawSession(`${url}/mcp`, agent.apiKey);
  const listed = await send(`${url}/mcp`, rpc('tools/list'), { ...ACCEPT, ...session });
  const tools: Tool[] = listed.json.result.tools;
  const experience_id = await agent.experience('Tic-tac-toe');
  const { session_id } = await agent.call('POST', '/sessions', { experience_id });
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const values = {
    ...{ experience_id, session_id, starts_at, stream: 'me', timeout_ms: 0 },
    ...{ manifest: '{}', action: 'B2', data: {} },
  };
  return { session, tools, values };
}

/** A call that would wait gets a timeout of 0. */
const inNoTime = (tool: string, args: unknown): unknown =>
  tool === 'events.wait' && typeof args === 'object' && args !== null && !('timeout_ms' in args)
    ? { ...args, timeout_ms: 0 }
    : args;

test('invalid values in every field of every tool never cause a 5xx over MCP or REST', async ({ url, signUp }) => {
  const agent = await signUp('Fuzz');
  const { session, tools, values } = await prepare(url, agent);
  const { faults, calls } = await findFaults([overRest(url, agent), overMcp(url, session)], tools, values);
  expect(faults).toEqual([]);
  expect(calls).toBeGreaterThan(tools.length * WRONG.length);
  expect((await agent.request('GET', '/whoami')).status).toBe(200);
});

test('arguments of any JSON shape are answered over MCP and REST', async ({ url, signUp }) => {
  const agent = await signUp('Fuzz');
  const { session, tools, values } = await prepare(url, agent);
  const fields = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  const action = fc.oneof(fc.string({ maxLength: 40 }), fc.jsonValue());
  const shape = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
    fc.record({ session_id: fc.constant(values.session_id), action }),
  );
  const calls = fc.sample(fc.tuple(fc.constantFrom(...tools.map(({ name }) => name)), shape), 200);
  const faults: string[] = [];
  for (const call of [overRest(url, agent), overMcp(url, session)])
    await each(calls, async ([tool, args]) => {
      const { fault } = await call(tool, inNoTime(tool, args));
      if (fault) faults.push(`${tool} ${JSON.stringify(args)}: ${fault}`);
    });
  expect(faults).toEqual([]);
});
