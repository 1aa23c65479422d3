import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, Server as StatelessServer } from '@modelcontextprotocol/server';
import { newId } from '@/lib/core/ids';
import { EXPERIENCE_TOOLS, type ExperienceTarget, type UpstreamTool } from '@/lib/gateway';
import { REST_ROUTES } from '@/lib/gateway/rest-client';
import { exampleManifest } from './manifest';

/** How an experience can fail. All but `isError` happen below the protocol. */
type Failure =
  | 'timeout'
  | 'disconnect'
  | '500'
  | 'isError'
  | 'hugeBody'
  | 'gzipBomb'
  | 'redirectToPrivate'
  | 'redirectForever'
  | 'notJson'
  | 'wrongId'
  | 'forgetsSession'
  | 'unauthorized';

export interface FakeOptions {
  transport: 'mcp' | 'rest';
  /** Of an MCP server: keeps sessions, or is of the stateless revision. */
  era?: 'handshake' | 'stateless';
  /** Of an MCP server: answers as an event stream or as JSON. */
  answers?: 'sse' | 'json';
  /** How an MCP server refuses an unknown session; a 404 with the id null by default. */
  refusesSession?: (requestId: unknown) => { status: number; body: string };
  fails?: Failure | null;
  /** Tools that fail; all by default. */
  failing?: readonly string[];
  /** Tools that are missing. */
  without?: readonly string[];
  /** The optional tools that the manifest of an MCP server names. */
  declares?: readonly string[];
  /** Answers by tool, instead of the default ones. */
  says?: Partial<
    Record<
      string,
      (args: Record<string, unknown>, call: { mcpSession: string | undefined }) => Result | Promise<Result>
    >
  >;
  /** How an MCP server writes the value of a tool as its result; one text item with JSON by default. */
  writes?: (value: Result, tool: string) => WrittenResult;
  /** The tools of a server that does not know the contract of experiences; any other tool is unknown to it. */
  ownTools?: readonly UpstreamTool[];
  delayMs?: number;
  /** Answers every request with a redirect to this address, which repeats its body. */
  redirectsTo?: string;
  /** Expected as Bearer on every request. */
  token?: string;
}

export interface FakeExperience {
  /** Its server_url or base_url. */
  url: string;
  /** host:port, as ALLOW_PRIVATE_EXPERIENCE_HOSTS names it. */
  host: string;
  target: ExperienceTarget;
  options: FakeOptions;
  /** Every tool that was executed, in order. */
  executed: {
    tool: string;
    args: Record<string, unknown>;
    authorization: string | undefined;
    mcpSession: string | undefined;
    idempotencyKey: string | undefined;
  }[];
  /** HTTP requests that arrived. */
  requests: number;
  /** All of them as text, headers and body. */
  received: string[];
  /** TCP connections that were opened to it. */
  connections: number;
  /** Description that its tool list shows; change it to see a changed server. */
  description: string;
  /** MCP sessions that are open. */
  openSessions(): number;
  /** Forgets every MCP session, as a restart does. */
  forgetSessions(): void;
  close(): Promise<void>;
}

type Result = Record<string, unknown>;
type TextItem = { type: 'text'; text: string };
type WrittenResult = { content: TextItem[]; structuredContent?: Result };
type RequestHeaders = Record<string, string | string[] | undefined>;

/** A guessing game: the number is 7. */
function play(tool: string, args: Record<string, unknown>): Result {
  if (tool === 'experience.info') {
    return {
      name: 'Guess',
      version: '1.0.0',
      action_schema: {
        type: 'object',
        properties: { guess: { type: 'integer' } },
        required: ['guess'],
        examples: [{ guess: 5 }],
      },
      gameplay_instructions: 'Guess a number from 1 to 10: { "guess": 5 }.',
    };
  }
  if (tool === 'experience.status') return { status: 'ok', current_players: 3, active_lobbies: 1 };
  if (tool === 'session.end') return { memory_update: { best: 1 }, outcomes: { result: 'win', score: 1 } };
  if (tool === 'session.step') {
    const { guess } = (args.action ?? {}) as { guess?: number };
    if (typeof guess !== 'number') throw new Error('An action is { "guess": <integer> }.');
    return { hint: guess === 7 ? 'correct' : guess < 7 ? 'higher' : 'lower' };
  }
  return { ok: true, tool, session_id: args.session_id ?? null };
}

const HUGE = 'x'.repeat(2 * 1024 * 1024);

let compressedZeros: Buffer | undefined;
/** 64 MB of zeros, compressed once. */
function gzipBomb(): Buffer {
  compressedZeros ??= gzipSync(Buffer.alloc(64 * 1024 * 1024));
  return compressedZeros;
}

/** Fails at the level of HTTP. Returns false when the request should continue. */
function failBelow(fake: FakeExperience, failure: Failure | null | undefined, response: ServerResponse): boolean {
  const json = { 'content-type': 'application/json' };
  switch (failure) {
    case 'timeout':
      return true;
    case 'disconnect':
      response.destroy();
      return true;
    case '500':
      response
        .writeHead(500, json)
        .end(JSON.stringify({ error: { code: 'internal', message: 'The engine is \u0007broken.' } }));
      return true;
    case 'unauthorized':
      response.writeHead(401, json).end(JSON.stringify({ error: { code: 'unauthorized', message: 'Who are you?' } }));
      return true;
    case 'hugeBody':
      response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: HUGE } }));
      return true;
    case 'gzipBomb':
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipBomb());
      return true;
    case 'redirectToPrivate':
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return true;
    case 'redirectForever':
      response.writeHead(307, { location: fake.url }).end();
      return true;
    case 'notJson':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
      return true;
    case 'wrongId':
      response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: 4_711, result: { content: [] } }));
      return true;
    default:
      return false;
  }
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => resolve(text)).on('error', reject);
  });
}

function isFailing(fake: FakeExperience, tool: string): boolean {
  return fake.options.fails != null && (fake.options.failing?.includes(tool) ?? true);
}

async function execute(
  fake: FakeExperience,
  tool: string,
  args: Record<string, unknown>,
  headers: RequestHeaders,
): Promise<Result> {
  const { without, ownTools } = fake.options;
  if (without?.includes(tool) || (ownTools && !ownTools.some(({ name }) => name === tool))) {
    throw new Error(`Unknown tool: ${tool}`);
  }
  const mcpSession = headers['mcp-session-id']?.toString();
  const idempotencyKey = headers['idempotency-key']?.toString();
  fake.executed.push({ tool, args, authorization: headers.authorization?.toString(), mcpSession, idempotencyKey });
  if (fake.options.delayMs) await new Promise((resolve) => setTimeout(resolve, fake.options.delayMs));
  if (fake.options.fails === 'isError' && isFailing(fake, tool))
    throw new Error('That is\u0000 not\u202e allowed here.');
  const say = fake.options.says?.[tool];
  return say ? say(args, { mcpSession }) : play(tool, args);
}

type ListedTool = { name: string; description?: string; inputSchema: { type: 'object' } };

function toolList(fake: FakeExperience) {
  const { ownTools } = fake.options;
  if (ownTools) return ownTools.map((tool) => ({ inputSchema: { type: 'object' as const }, ...tool }) as ListedTool);
  return EXPERIENCE_TOOLS.filter((name) => !fake.options.without?.includes(name)).map((name) => ({
    name,
    description: `${name}: ${fake.description}`,
    inputSchema: { type: 'object' as const },
  }));
}

/** What a tool answers over MCP. */
async function toolResult(fake: FakeExperience, name: string, args: Record<string, unknown>, headers: RequestHeaders) {
  try {
    const value = await execute(fake, name, args, headers);
    return fake.options.writes?.(value, name) ?? { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
  } catch (error) {
    return {
      isError: true,
      content: [{ type: 'text' as const, text: error instanceof Error ? error.message : String(error) }],
    };
  }
}

function statefulServer(fake: FakeExperience): Server {
  const server = new Server({ name: 'guess', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolList(fake) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestInfo }) =>
    toolResult(fake, params.name, params.arguments ?? {}, requestInfo?.headers ?? {}),
  );
  return server;
}

function sessionNotFound() {
  const error = { code: -32001, message: 'Session not found' };
  return { status: 404, body: JSON.stringify({ jsonrpc: '2.0', id: null, error }) };
}

/** An MCP server of the handshake era, with the official SDK; an unknown session is a 404, as in the protocol. */
function statefulMcp(fake: FakeExperience, transports: Map<string, StreamableHTTPServerTransport>) {
  return async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const id = request.headers['mcp-session-id']?.toString();
    const openTransport = id === undefined ? undefined : transports.get(id);
    if (id !== undefined && !openTransport) {
      const requestId = body === '' ? null : (JSON.parse(body) as { id?: unknown }).id;
      const refusal = (fake.options.refusesSession ?? sessionNotFound)(requestId);
      response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(refusal.body);
      return;
    }
    const transport =
      openTransport ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse: fake.options.answers === 'json',
        onsessioninitialized: (session) => void transports.set(session, transport),
        onsessionclosed: (session) => void transports.delete(session),
      });
    if (!openTransport) await statefulServer(fake).connect(transport);
    await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
  };
}

/** An MCP server of the stateless revision, with the official SDK. */
function statelessMcp(fake: FakeExperience) {
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const headers = Object.fromEntries(requestInfo?.headers ?? []);
      const server = new StatelessServer({ name: 'guess', version: '1.0.0' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({ tools: toolList(fake) }));
      server.setRequestHandler('tools/call', ({ params }) =>
        toolResult(fake, params.name, params.arguments ?? {}, headers),
      );
      return server;
    },
    { legacy: 'reject', ...(fake.options.answers === 'sse' ? { responseMode: 'sse' as const } : {}) },
  );
  return async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const answer = await handler.fetch(
      new Request(fake.url, {
        method: request.method ?? 'POST',
        headers,
        ...(request.method === 'POST' ? { body } : {}),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

/** The tool and the path arguments of a REST request. */
function restTool(method: string, path: string): { tool: string; args: Record<string, string> } | null {
  for (const [tool, route] of Object.entries(REST_ROUTES)) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    const match = new RegExp(`^/api${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (method !== route.method || !match) continue;
    return {
      tool,
      args: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])),
    };
  }
  return null;
}

function rest(fake: FakeExperience) {
  return async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const found = restTool(request.method ?? 'GET', request.url ?? '/');
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (!found || fake.options.without?.includes(found.tool)) {
      send(404, { error: { code: 'not_found', message: 'There is nothing here.' } });
      return;
    }
    try {
      const args = { ...(body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)), ...found.args };
      send(200, await execute(fake, found.tool, args, request.headers));
    } catch (error) {
      send(400, { error: { code: 'bad_request', message: error instanceof Error ? error.message : String(error) } });
    }
  };
}

/** The tool that a request names, for failures that hit certain tools only. */
function namedTool(fake: FakeExperience, request: IncomingMessage, body: string): string | null {
  if (fake.options.transport === 'rest') return restTool(request.method ?? 'GET', request.url ?? '/')?.tool ?? null;
  const message = body === '' ? {} : (JSON.parse(body) as { method?: string; params?: { name?: string } });
  return message.method === 'tools/call' ? (message.params?.name ?? null) : null;
}

function listen(server: HttpServer): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

/** A real HTTP server of an experience. Change `options` while it runs, for example to make it fail; close it at the end. */
export async function fakeExperience(options: FakeOptions): Promise<FakeExperience> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer(async (request, response) => {
    fake.requests++;
    const body = await readBody(request);
    fake.received.push(JSON.stringify([request.url, request.headers, body]));
    if (fake.options.redirectsTo) {
      response.writeHead(307, { location: fake.options.redirectsTo }).end();
      return;
    }
    if (fake.options.token !== undefined && request.headers.authorization !== `Bearer ${fake.options.token}`) {
      failBelow(fake, 'unauthorized', response);
      return;
    }
    const tool = namedTool(fake, request, body);
    if (tool !== null && fake.options.fails === 'forgetsSession') transports.clear();
    if (tool !== null && isFailing(fake, tool) && failBelow(fake, fake.options.fails, response)) return;
    await handle(request, response, body);
  });
  server.on('connection', () => {
    fake.connections++;
  });
  const port = await listen(server);
  const path = options.transport === 'mcp' ? '/mcp' : '/api';
  const url = `http://127.0.0.1:${port}${path}`;
  const fake: FakeExperience = {
    url,
    host: `127.0.0.1:${port}`,
    target: {
      id: newId(),
      kind: options.ownTools ? 'discovered' : options.transport,
      url,
      auth: options.token === undefined ? 'optional' : 'bearer',
      declaredTools: null,
    },
    options,
    executed: [],
    requests: 0,
    received: [],
    connections: 0,
    description: 'a guessing game',
    openSessions: () => transports.size,
    forgetSessions: () => transports.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const mcp = options.era === 'stateless' ? statelessMcp(fake) : statefulMcp(fake, transports);
  const handle = options.transport === 'mcp' ? mcp : rest(fake);
  return fake;
}

/** The part of a manifest that describes the server. */
function serverPart({ options, url }: FakeExperience): Record<string, unknown> {
  const auth = options.token === undefined ? 'none' : 'bearer';
  if (options.ownTools) return { discovered: { server_url: url, auth } };
  if (options.transport === 'rest') return { rest: { base_url: url } };
  const required_tools = ['experience.info', 'session.create', 'session.step', 'session.end'];
  const optional_tools = options.declares ?? [];
  return { mcp: { server_url: url, required_tools, optional_tools, auth } };
}

/** The manifest of a fake experience, as its publisher would register it. */
export function manifestFor(fake: FakeExperience, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...exampleManifest({ mcp: undefined }),
    ...serverPart(fake),
    sessions: { mode: 'turn_based', interaction_model: 'session', min_players: 1, max_players: 1 },
    ...overrides,
  };
}
