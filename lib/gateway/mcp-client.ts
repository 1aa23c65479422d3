import { LRUCache } from 'lru-cache';
import { AppError } from '@/lib/core/errors';
import { sha256Hex } from '@/lib/core/rng';
import {
  type CallContext,
  type ExperienceClient,
  IDEMPOTENCY_HEADER,
  isReadOnly,
  type ServerDescription,
  type ToolResult,
  type UpstreamAnswer,
  type UpstreamTool,
} from './experience-client';
import {
  type Detection,
  detectEra,
  type McpSession,
  openSession,
  sessionHandle,
  sessionOfHandle,
  upstreamTools,
} from './mcp-handshake';
import {
  answers,
  isAnswerTo,
  readRpc,
  requestBody,
  rpcFailure,
  statelessBody,
  statelessHeaders,
  withTrace,
} from './mcp-messages';
import type { Outbound, OutboundAnswer } from './outbound';
import { OutcomeUnknownError } from './outcome-unknown';
import { removeFromText, removeSecrets, secretsOf } from './secrets';
import { SessionForgotten, sessionForgotten } from './session-forgotten';
import { readToolResult } from './tool-result';
import { statusError, unusableAnswer } from './upstream-error';

/** Sessions kept open with one server: one for each credential that agents stored for it. */
const MAX_SESSIONS = 1_000;
/** Tool names whose headers are kept. */
const MAX_HEADER_SETS = 100;
const MAX_TOOL_PAGES = 20;
const MAX_TOOLS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

interface Call {
  method: 'tools/call' | 'tools/list';
  params: Record<string, unknown>;
  /** May be repeated: it changes nothing. */
  readOnly: boolean;
  bearerToken: string | null;
  /** Texts that were sent and that no answer may repeat. */
  secrets: readonly string[];
  upstreamSessionId: string | null;
  signal: AbortSignal | undefined;
  staysOnOrigin: boolean | undefined;
  idempotencyKey: string | undefined;
}

interface Exchange {
  result: Record<string, unknown>;
  /** Set when the session that the caller named had to be replaced. */
  replacedBy?: string | null;
}

/**
 * Calls a remote MCP server of either era. A server of the handshake era (2024-11-05 to 2025-11-25) gets one session
 * for each credential, opened again when the server forgot it; a stateless one (2026-07-28) gets everything with each
 * request. A tool call is one POST: the official client costs several times as much.
 */
export class McpClient implements ExperienceClient {
  readonly #outbound: Outbound;
  readonly #url: URL;
  #era: Promise<Detection> | null = null;
  /** The server has answered the handshake without a session id. */
  #keepsNoSessions = false;
  /** By hash of the credential; '' without one. */
  readonly #sessions = new LRUCache<string, Promise<McpSession>>({
    max: MAX_SESSIONS,
    dispose: (session, _key, reason) => {
      if (reason === 'evict') void this.#endSession(session);
    },
  });
  readonly #statelessHeaders = new LRUCache<string, Record<string, string>>({ max: MAX_HEADER_SETS });
  #lastId = 0;

  constructor(outbound: Outbound, serverUrl: URL) {
    this.#outbound = outbound;
    this.#url = serverUrl;
  }

  async callTool(name: string, args: Record<string, unknown>, context: CallContext = {}): Promise<UpstreamAnswer> {
    const started = performance.now();
    const params = { name, arguments: args };
    const { result, replacedBy } = await this.#exchange('tools/call', params, isReadOnly(name, context), context);
    const answer: UpstreamAnswer = {
      ...readToolResult(result),
      latencyMs: performance.now() - started,
      toolResult: toToolResult(result),
    };
    if (replacedBy !== undefined) answer.upstreamSessionId = replacedBy;
    return answer;
  }

  async listTools(context: CallContext = {}): Promise<UpstreamTool[]> {
    const tools: UpstreamTool[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_TOOL_PAGES; page++) {
      const { result } = await this.#exchange('tools/list', cursor === undefined ? {} : { cursor }, true, context);
      tools.push(...upstreamTools(result.tools));
      if (tools.length > MAX_TOOLS) throw unusableAnswer(`tools/list returned more than ${MAX_TOOLS} tools.`);
      cursor = result.nextCursor;
      if (typeof cursor !== 'string' || cursor === '') return tools;
    }
    throw unusableAnswer(`tools/list returned more than ${MAX_TOOL_PAGES} pages.`);
  }

  async describeServer(context: CallContext = {}): Promise<ServerDescription | null> {
    const bearerToken = context.bearerToken ?? null;
    const { era, server } = await this.#currentEra(bearerToken);
    if (era === 'stateless') return server;
    return (await this.#sharedSession(sessionKey(bearerToken), bearerToken)).server ?? null;
  }

  async openSession(context: CallContext = {}): Promise<string | null> {
    const bearerToken = context.bearerToken ?? null;
    if ((await this.#currentEra(bearerToken)).era === 'stateless' || this.#keepsNoSessions) return null;
    const handle = sessionHandle(await openSession(this.#outbound, this.#url, bearerToken), this.#url);
    this.#keepsNoSessions = handle === null;
    return handle;
  }

  async closeSession(upstreamSessionId: string, context: CallContext = {}): Promise<void> {
    const session = sessionOfHandle(upstreamSessionId, this.#url, context.bearerToken ?? null);
    if (session) await this.#endSession(Promise.resolve(session));
  }

  /** Ends the open MCP sessions, then closes the connections after calls under way had `withinMs` to end. */
  async close(withinMs = CLOSE_TIMEOUT_MS): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => this.#endSession(session)));
    await this.#outbound.close(withinMs);
  }

  /** Deletes the session on the server, without waiting for an answer. */
  async #endSession(opening: Promise<McpSession>): Promise<void> {
    try {
      const { id, headers } = await opening;
      if (id === null) return;
      const signal = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
      await this.#outbound.request({ method: 'DELETE', url: this.#url, headers, signal });
    } catch {
      // The session never opened, or ends by itself.
    }
  }

  async #exchange(
    method: Call['method'],
    params: Record<string, unknown>,
    readOnly: boolean,
    context: CallContext,
  ): Promise<Exchange> {
    if (context.signal?.aborted) throw new AppError('EXPERIENCE_TIMEOUT', 'The call was cancelled before it was sent.');
    const call: Call = {
      method,
      params,
      readOnly,
      bearerToken: context.bearerToken ?? null,
      secrets: secretsOf(context),
      upstreamSessionId: context.upstreamSessionId ?? null,
      signal: readOnly ? context.signal : undefined,
      staysOnOrigin: context.staysOnOrigin,
      idempotencyKey: context.idempotencyKey,
    };
    const { era } = await this.#currentEra(call.bearerToken);
    if (era === 'stateless') return { result: await this.#sendStateless(call) };
    return call.upstreamSessionId === null
      ? this.#inSharedSession(call)
      : this.#inOwnSession(call, call.upstreamSessionId);
  }

  async #currentEra(bearerToken: string | null): Promise<Detection> {
    this.#era ??= detectEra(this.#outbound, this.#url, bearerToken);
    const detected = this.#era;
    try {
      return await detected;
    } catch (thrown) {
      if (this.#era === detected) this.#era = null;
      throw thrown;
    }
  }

  async #sendStateless(call: Call): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const answer = await this.#outbound.request({
      method: 'POST',
      url: this.#url,
      headers: withKey(this.#headersFor(call), call),
      body: statelessBody(id, call.method, call.params),
      signal: call.signal,
      staysOnOrigin: call.staysOnOrigin,
      isWanted: isAnswerTo(id),
    });
    // A server that changed its era refuses before it executes anything; the next call detects the era again.
    if (answer.status === 400 || answer.status === 404) this.#era = null;
    return readResult(answer, id, call);
  }

  #headersFor({ method, params, bearerToken }: Call): Record<string, string> {
    const name = typeof params.name === 'string' ? params.name : undefined;
    const key = name ?? method;
    let headers = this.#statelessHeaders.get(key);
    if (!headers) {
      headers = statelessHeaders(method, name);
      this.#statelessHeaders.set(key, headers);
    }
    return bearerToken === null ? headers : { ...headers, authorization: `Bearer ${bearerToken}` };
  }

  /** In the session that every call with the same credential shares. */
  async #inSharedSession(call: Call): Promise<Exchange> {
    const key = sessionKey(call.bearerToken);
    const opened = this.#sharedSession(key, call.bearerToken);
    try {
      return { result: await this.#sendInSession(await opened, call) };
    } catch (thrown) {
      if (!(thrown instanceof SessionForgotten)) throw thrown;
      if (this.#sessions.peek(key) === opened) this.#sessions.delete(key);
      const renewed = await this.#sharedSession(key, call.bearerToken);
      return { result: await this.#repeat(renewed, call, thrown) };
    }
  }

  /** In the session that the caller named. When the server forgot it, the answer names its replacement. */
  async #inOwnSession(call: Call, handle: string): Promise<Exchange> {
    const own = sessionOfHandle(handle, this.#url, call.bearerToken);
    try {
      if (own) return { result: await this.#sendInSession(own, call) };
    } catch (thrown) {
      if (!(thrown instanceof SessionForgotten)) throw thrown;
      const renewed = await this.#openOwn(call);
      return { result: await this.#repeat(renewed, call, thrown), replacedBy: sessionHandle(renewed, this.#url) };
    }
    const opened = await this.#openOwn(call);
    return { result: await this.#sendInSession(opened, call), replacedBy: sessionHandle(opened, this.#url) };
  }

  #openOwn({ bearerToken }: Call): Promise<McpSession> {
    return openSession(this.#outbound, this.#url, bearerToken);
  }

  #sharedSession(key: string, bearerToken: string | null): Promise<McpSession> {
    const existing = this.#sessions.get(key);
    if (existing) return existing;
    const session = openSession(this.#outbound, this.#url, bearerToken);
    this.#sessions.set(key, session);
    session.catch(() => {
      if (this.#sessions.peek(key) === session) this.#sessions.delete(key);
    });
    return session;
  }

  /** Sends a call once more, but only one that certainly was not executed: a step is never played twice. */
  async #repeat(session: McpSession, call: Call, refused: SessionForgotten): Promise<Record<string, unknown>> {
    if (!refused.isCertain && !call.readOnly) {
      throw new OutcomeUnknownError(
        'EXPERIENCE_UNREACHABLE',
        'The experience had forgotten our connection, which is open again. Read the state, then call again.',
      );
    }
    try {
      return await this.#sendInSession(session, call);
    } catch (thrown) {
      if (!(thrown instanceof SessionForgotten)) throw thrown;
      if (thrown.rpcError) throw rpcFailure(removeSecrets(thrown.rpcError, call.secrets));
      throw new AppError('EXPERIENCE_UNREACHABLE', 'The server rejected the MCP session it just created.');
    }
  }

  async #sendInSession(session: McpSession, call: Call): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const answer = await this.#outbound.request({
      method: 'POST',
      url: this.#url,
      headers: withKey(session.headers, call),
      body: requestBody(id, call.method, withTrace(call.params)),
      signal: call.signal,
      staysOnOrigin: call.staysOnOrigin,
      isWanted: isAnswerTo(id),
    });
    const forgotten = session.id === null ? null : sessionForgotten(answer, id);
    if (forgotten) throw forgotten;
    return readResult(answer, id, call);
  }
}

const withKey = (headers: Record<string, string>, { idempotencyKey }: Call): Record<string, string> =>
  idempotencyKey === undefined ? headers : { ...headers, [IDEMPOTENCY_HEADER]: idempotencyKey };

function sessionKey(bearerToken: string | null): string {
  return bearerToken === null ? '' : sha256Hex(bearerToken);
}

function toToolResult({ content, structuredContent }: Record<string, unknown>): ToolResult {
  return {
    content: Array.isArray(content) ? content : [],
    ...(structuredContent === undefined || structuredContent === null ? {} : { structuredContent }),
  };
}

/** The result inside an answer. The secrets that were sent with the request are removed from it. */
function readResult(answer: OutboundAnswer, id: number, { secrets }: Call): Record<string, unknown> {
  const rpc = removeSecrets(readRpc(answer.text), secrets);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess && rpc && !answers(rpc, id)) {
    throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered a different request.');
  }
  if (isSuccess && rpc?.result) return rpc.result;
  if (rpc?.error && (isSuccess || answer.status === 400 || answer.status === 404)) throw rpcFailure(rpc.error);
  if (!isSuccess && rpc?.result && rpc.id === id) {
    throw new OutcomeUnknownError(
      'EXPERIENCE_ERROR',
      `The experience sent a result with HTTP status ${answer.status}.`,
    );
  }
  if (!isSuccess) throw statusError(answer.status, removeFromText(answer.text, secrets));
  throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience did not answer with JSON-RPC.');
}
