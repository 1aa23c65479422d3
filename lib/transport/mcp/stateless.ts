import {
  createMcpHandler,
  type McpHttpHandler,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { AgentCaller } from '@/lib/core/caller';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { LARGE_BODY_BYTES } from '@/lib/core/tool';
import { watchCredential } from '@/lib/domain/keys';
import { placeOf, streamPlaces } from '@/lib/domain/limits';
import { addressOf } from '@/lib/transport/http/address';
import { watchEnd } from '@/lib/transport/http/watch-end';
import { fromWebResponse, toWebRequest, type WireResponse } from '@/lib/transport/http/wire';
import { rpcRefusal, TRANSPORT_ERROR, tooManyStreams } from '@/lib/transport/json-rpc';
import type { McpExchange } from './endpoint';
import { buildServer } from './server';
import { subscriptionAt, UpdateFeed } from './update-feed';

/** Resources that one `subscriptions/listen` may name. */
const MAX_LISTENED_RESOURCES = 32;

/** Handlers with open streams, for a drain to end. */
function open(): Set<McpHttpHandler> {
  return once('mcp.stateless_open', () => new Set<McpHttpHandler>());
}

/** A POST of 2026-07-28 that needs the SDK: no session, one server object for the exchange. */
export async function serveStateless(exchange: McpExchange, body: unknown): Promise<WireResponse> {
  const bus = new ListenBus(exchange.agent);
  const listened = listenedUris(body);
  if (listened.length > MAX_LISTENED_RESOURCES)
    return rpcRefusal(400, TRANSPORT_ERROR, `At most ${MAX_LISTENED_RESOURCES} resources a request.`);
  await bus.prepare(listened);
  const { agent, endpoint } = exchange;
  const address = addressOf(exchange.request);
  const handler = createMcpHandler(() => buildServer({ agent, endpoint, revision: 'stateless', address }), {
    legacy: 'reject',
    bus,
    maxRequestBodySize: LARGE_BODY_BYTES,
    onerror: (error) => log.debug({ err: error }, 'an MCP request reported an error'),
  });
  const response = await handler.fetch(toWebRequest(exchange.request, ''), { parsedBody: body });
  const answer = fromWebResponse(response);
  const streams = answer.body instanceof ReadableStream && response.headers.get('content-type') === 'text/event-stream';
  if (!streams) return answer;
  const release = streamPlaces().tryEnter(placeOf(agent, address));
  if (!release) {
    await handler.close();
    return tooManyStreams();
  }
  return { ...answer, body: whileOpen(handler, agent, answer.body as ReadableStream<Uint8Array>, release) };
}

/** Ends every stateless stream of this process cleanly. */
export async function closeStatelessStreams(): Promise<void> {
  await Promise.all([...open()].map((handler) => handler.close()));
}

function whileOpen(
  handler: McpHttpHandler,
  agent: AgentCaller,
  body: ReadableStream<Uint8Array>,
  release: () => void,
): ReadableStream<Uint8Array> {
  open().add(handler);
  const unwatch = watchCredential(agent, () => void handler.close());
  return watchEnd(body, () => {
    unwatch();
    release();
    open().delete(handler);
  });
}

function listenedUris(body: unknown): string[] {
  const message = body as {
    method?: unknown;
    params?: { notifications?: { resourceSubscriptions?: unknown } | null } | null;
  };
  if (message.method !== 'subscriptions/listen') return [];
  const uris = message.params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string') : [];
}

/** Change events for one `subscriptions/listen`: those of the named streams that its agent may read. */
class ListenBus implements ServerEventBus {
  readonly #agent: AgentCaller;
  #subscriptions: Awaited<ReturnType<typeof subscriptionAt>>[] = [];

  constructor(agent: AgentCaller) {
    this.#agent = agent;
  }

  /** Reads the newest event of each named stream; those that the agent may not read are left out. */
  async prepare(uris: readonly string[]): Promise<void> {
    const found = await Promise.allSettled(uris.map((uri) => subscriptionAt(this.#agent, uri)));
    this.#subscriptions = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const feed = new UpdateFeed(this.#agent, async (uri) => listener({ kind: 'resource_updated', uri }));
    feed.start(this.#subscriptions, null);
    return () => feed.stop();
  }

  publish(): void {
    // Lists do not change while the process runs; updates come from the event streams.
  }
}
