import { type AuthInfo, type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { AgentCaller } from '@/lib/core/caller';
import { log } from '@/lib/core/log';
import { type McpSession, subscribeSession, unsubscribeSession } from '@/lib/domain/mcp-sessions';
import { watchEnd } from '@/lib/transport/http/watch-end';
import { fromWebResponse, type WireRequest, type WireResponse } from '@/lib/transport/http/wire';
import { sdkToolsetsOf } from './sdk-toolsets';
import { asProtocolError, buildServer } from './server';
import { readCursors, SessionEvents } from './session-events';
import { subscriptionAt, UpdateFeed } from './update-feed';

/** A session without connections keeps its objects this long. */
const IDLE_MS = 30_000;

/**
 * The SDK's server and transport of one session, in one process. It is made from the row when a request needs the SDK
 * (streams, resources, prompts), by replaying the handshake, and dropped without connections: the row has all that lasts.
 */
export class LiveSession {
  readonly session: McpSession;
  readonly agent: AgentCaller;
  readonly #server: McpServer;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #feed: UpdateFeed;
  readonly #onEnd: () => void;
  #connected = 0;
  /** Number of the newest stream of messages that the server starts: only its end stops the feed. */
  #stream = 0;
  #idleTimer: NodeJS.Timeout | null = null;

  private constructor(session: McpSession, agent: AgentCaller, onEnd: () => void) {
    this.session = session;
    this.agent = agent;
    this.#onEnd = onEnd;
    this.#server = buildServer({
      agent,
      endpoint: session,
      revision: 'handshake',
      address: '',
      subscriptions: {
        subscribe: (uri) => this.#subscribe(uri),
        unsubscribe: (uri) => unsubscribeSession(session, uri),
      },
    });
    this.#feed = new UpdateFeed(agent, (uri) => this.#server.server.sendResourceUpdated({ uri }));
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => session.id,
      eventStore: new SessionEvents(() => this.#feed.cursors()),
      // Only SDK tools send messages before they answer.
      enableJsonResponse: sdkToolsetsOf(session).length === 0,
      retryInterval: 1000,
    });
    this.#transport.onerror = (error) => log.debug({ err: error }, 'an MCP session reported an error');
  }

  /** Makes the objects and brings them to the state after the handshake. */
  static async revive(session: McpSession, agent: AgentCaller, onEnd: () => void): Promise<LiveSession> {
    const live = new LiveSession(session, agent, onEnd);
    await live.#server.connect(live.#transport);
    const { protocolVersion, clientInfo, capabilities } = session;
    await live.#replay({
      jsonrpc: '2.0',
      id: 'revive',
      method: 'initialize',
      params: { protocolVersion, clientInfo, capabilities },
    });
    await live.#replay({ jsonrpc: '2.0', method: 'notifications/initialized' });
    live.#release();
    return live;
  }

  /** Serves a POST through the SDK. */
  post(request: WireRequest, body: unknown): Promise<WireResponse> {
    return this.#connect(async () => {
      const web = this.#webRequest('POST', request);
      return fromWebResponse(await this.#transport.handleRequest(web, { parsedBody: body, authInfo: this.#auth() }));
    });
  }

  /**
   * Opens the stream of messages that the server starts. `Last-Event-ID` continues a broken one: its client has lost the
   * connection before, which may still look open here, so it ends.
   */
  get(request: WireRequest): Promise<WireResponse> {
    let stream: number | null = null;
    const cursors = readCursors(request.header('last-event-id'));
    const open = async () => {
      if (cursors) this.#transport.closeStandaloneSSEStream();
      const answer = await this.#transport.handleRequest(this.#webRequest('GET', request), { authInfo: this.#auth() });
      if (answer.ok) {
        stream = ++this.#stream;
        this.#feed.start(this.session.subscriptions, cursors);
      }
      return fromWebResponse(answer);
    };
    return this.#connect(open, () => {
      if (stream === this.#stream) this.#feed.stop();
    });
  }

  /** Passes a notification or a response of the client to the SDK. */
  async deliver(message: unknown): Promise<void> {
    await this.#transport.handleRequest(this.#webRequest('POST', null), {
      parsedBody: message,
      authInfo: this.#auth(),
    });
  }

  /** Applies a change of the row. */
  update(session: McpSession): void {
    this.session.subscriptions = session.subscriptions;
    if (this.#feed.running) this.#feed.start(session.subscriptions, this.#feed.cursors());
  }

  /** Ends every stream and drops the objects. */
  async close(): Promise<void> {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#feed.stop();
    this.#onEnd();
    await this.#server.close();
  }

  async #subscribe(uri: string): Promise<void> {
    try {
      await subscribeSession(this.session, await subscriptionAt(this.agent, uri));
    } catch (thrown) {
      throw asProtocolError(thrown, uri);
    }
  }

  async #replay(message: unknown): Promise<void> {
    const response = await this.#transport.handleRequest(this.#webRequest('POST', null), { parsedBody: message });
    await response.text();
    if (!response.ok) throw new Error(`Could not replay the handshake of an MCP session: status ${response.status}.`);
  }

  #auth(): AuthInfo {
    return { token: '', clientId: this.agent.agentId, scopes: [...this.agent.scopes] };
  }

  #webRequest(method: string, request: WireRequest | null): Request {
    const headers = new Headers({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': this.session.id,
      'mcp-protocol-version': request?.header('mcp-protocol-version') ?? this.session.protocolVersion,
    });
    const lastEventId = request?.header('last-event-id');
    if (lastEventId) headers.set('last-event-id', lastEventId);
    return new Request('http://botplay.internal/mcp', { method, headers });
  }

  /** Keeps the session live until an exchange has answered and its body was read or cancelled. */
  async #connect(exchange: () => Promise<WireResponse>, ended: () => void = () => {}): Promise<WireResponse> {
    this.#connected++;
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      ended();
      this.#connected--;
      this.#release();
    };
    try {
      const answer = await exchange();
      if (answer.body instanceof ReadableStream) return { ...answer, body: watchEnd(answer.body, end) };
      end();
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  }

  #release(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#connected === 0) void this.close();
    }, IDLE_MS).unref();
  }
}
