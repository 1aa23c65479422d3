import { AppError } from '@/lib/core/errors';
import { sha256Hex } from '@/lib/core/rng';
import {
  type CallContext,
  type ExperienceClient,
  type ExperienceTool,
  isReadOnly,
  type UpstreamAnswer,
  type UpstreamTool,
} from './experience-client';
import { detectEra, type Era, openSession, type StatefulSession, upstreamTools } from './mcp-handshake';
import {
  answers,
  isAnswerTo,
  readRpc,
  resultValue,
  rpcFailure,
  statefulBody,
  statelessBody,
  statelessHeaders,
} from './mcp-wire';
import type { Outbound, OutboundAnswer } from './outbound';
import { OutcomeUnknownError } from './outcome-unknown';
import { refusal, statusError } from './upstream-error';

/** Sessions kept open with one server: one for each credential that agents stored for it. */
const MAX_SESSIONS = 1_000;
const MAX_TOOL_PAGES = 20;
const FAREWELL_MS = 1_000;

interface Call {
  method: 'tools/call' | 'tools/list';
  params: Record<string, unknown>;
  /** May be repeated: it changes nothing. */
  readOnly: boolean;
  bearerToken: string | null;
  upstreamSessionId: string | null;
  signal: AbortSignal | undefined;
}

interface Exchange {
  result: Record<string, unknown>;
  /** Set when the session that the caller brought along had to be replaced. */
  replacedBy?: string | null;
}

/**
 * The server refused a request because it no longer knows the session. `isCertain`: by the status that the protocol
 * gives to exactly this, so nothing was executed and the request may be sent again.
 */
class SessionForgotten extends Error {
  constructor(readonly isCertain: boolean) {
    super('The upstream forgot the session.');
  }
}

function forgotten(answer: OutboundAnswer, session: StatefulSession, id: number): SessionForgotten | null {
  if (session.id === null || (answer.status !== 404 && answer.status !== 400)) return null;
  const rpc = readRpc(answer.text);
  if (answer.status === 404) return rpc?.error && rpc.id === id ? null : new SessionForgotten(true);
  return rpc?.error && rpc.id === null && /session/i.test(rpc.error.message) ? new SessionForgotten(false) : null;
}

/**
 * An experience behind a remote MCP server, of either era: stateful servers (2024-11-05 … 2025-11-25) keep a session
 * that we open once and renew when they forget it; stateless ones (2026-07-28) get everything with each request.
 * A tool call is one POST of our own making: the official client costs several times as much.
 */
export class McpClient implements ExperienceClient {
  readonly #outbound: Outbound;
  readonly #url: URL;
  #era: Promise<Era> | null = null;
  /** By hash of the credential; '' without one. */
  readonly #sessions = new Map<string, Promise<StatefulSession>>();
  readonly #statelessHeaders = new Map<string, Record<string, string>>();
  #lastId = 0;

  constructor(outbound: Outbound, serverUrl: URL) {
    this.#outbound = outbound;
    this.#url = serverUrl;
  }

  async call(tool: ExperienceTool, args: Record<string, unknown>, context: CallContext): Promise<UpstreamAnswer> {
    const started = performance.now();
    const { result, replacedBy } = await this.#exchange(
      'tools/call',
      { name: tool, arguments: args },
      isReadOnly(tool),
      context,
    );
    const answer: UpstreamAnswer = {
      value: resultValue(tool, result),
      latencyMs: performance.now() - started,
    };
    if (replacedBy !== undefined) answer.upstreamSessionId = replacedBy;
    return answer;
  }

  async listTools(context: CallContext): Promise<UpstreamTool[]> {
    const tools: UpstreamTool[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_TOOL_PAGES; page++) {
      const { result } = await this.#exchange('tools/list', cursor === undefined ? {} : { cursor }, true, context);
      tools.push(...upstreamTools(result.tools));
      cursor = result.nextCursor;
      if (typeof cursor !== 'string' || cursor === '') return tools;
    }
    throw refusal('The server lists its tools without end.');
  }

  /** Takes leave of the server where it keeps a session, without waiting long for one that is gone. */
  async close(): Promise<void> {
    const sessions = await Promise.allSettled(this.#sessions.values());
    this.#sessions.clear();
    const open = sessions.flatMap((settled) =>
      settled.status === 'fulfilled' && settled.value.id !== null ? [settled.value.headers] : [],
    );
    const signal = AbortSignal.timeout(FAREWELL_MS);
    await Promise.allSettled(
      open.map((headers) => this.#outbound.request({ method: 'DELETE', url: this.#url, headers, signal })),
    );
    await this.#outbound.close();
  }

  async #exchange(
    method: Call['method'],
    params: Record<string, unknown>,
    readOnly: boolean,
    context: CallContext,
  ): Promise<Exchange> {
    if (context.signal?.aborted) throw new AppError('EXPERIENCE_TIMEOUT', 'The call was given up before it was sent.');
    const call: Call = {
      method,
      params,
      readOnly,
      bearerToken: context.bearerToken ?? null,
      upstreamSessionId: context.upstreamSessionId ?? null,
      signal: readOnly ? context.signal : undefined,
    };
    const era = await this.#currentEra(call.bearerToken);
    if (era === 'stateless') return { result: await this.#sendStateless(call) };
    return call.upstreamSessionId === null
      ? this.#inSharedSession(call)
      : this.#inOwnSession(call, call.upstreamSessionId);
  }

  async #currentEra(bearerToken: string | null): Promise<Era> {
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
      headers: this.#headersFor(call),
      body: statelessBody(id, call.method, call.params),
      signal: call.signal,
      isWanted: isAnswerTo(id),
    });
    // A server that changed its era refuses before executing; the next call asks again which one it speaks.
    if (answer.status === 400 || answer.status === 404) this.#era = null;
    return readResult(answer, id, call.bearerToken);
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
      return { result: await this.#sendStateful(await opened, call) };
    } catch (thrown) {
      if (!(thrown instanceof SessionForgotten)) throw thrown;
      if (this.#sessions.get(key) === opened) this.#sessions.delete(key);
      const renewed = await this.#sharedSession(key, call.bearerToken);
      return { result: await this.#repeat(renewed, call, thrown) };
    }
  }

  /** In the session that the caller brought along; it is replaced, and the caller told, when the server forgot it. */
  async #inOwnSession(call: Call, id: string): Promise<Exchange> {
    const shared = await this.#sharedSession(sessionKey(call.bearerToken), call.bearerToken);
    try {
      const own: StatefulSession = {
        id,
        headers: { ...shared.headers, 'mcp-session-id': id },
      };
      return { result: await this.#sendStateful(own, call) };
    } catch (thrown) {
      if (!(thrown instanceof SessionForgotten)) throw thrown;
      const renewed = await openSession(this.#outbound, this.#url, call.bearerToken);
      return {
        result: await this.#repeat(renewed, call, thrown),
        replacedBy: renewed.id,
      };
    }
  }

  #sharedSession(key: string, bearerToken: string | null): Promise<StatefulSession> {
    const existing = this.#sessions.get(key);
    if (existing) return existing;
    const made = openSession(this.#outbound, this.#url, bearerToken);
    this.#sessions.set(key, made);
    made.catch(() => {
      if (this.#sessions.get(key) === made) this.#sessions.delete(key);
    });
    if (this.#sessions.size > MAX_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value as string);
    return made;
  }

  /** The one repetition, and only of what was certainly not executed: a step that may have taken effect is never sent twice. */
  async #repeat(session: StatefulSession, call: Call, refused: SessionForgotten): Promise<Record<string, unknown>> {
    if (!refused.isCertain && !call.readOnly) {
      throw new OutcomeUnknownError(
        'EXPERIENCE_UNREACHABLE',
        'The experience had forgotten our connection. It is open again: read the state, then call again.',
      );
    }
    try {
      return await this.#sendStateful(session, call);
    } catch (thrown) {
      if (!(thrown instanceof SessionForgotten)) throw thrown;
      throw new AppError(
        'EXPERIENCE_UNREACHABLE',
        'The experience forgets its MCP sessions as soon as they are opened.',
      );
    }
  }

  async #sendStateful(session: StatefulSession, call: Call): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const answer = await this.#outbound.request({
      method: 'POST',
      url: this.#url,
      headers: session.headers,
      body: statefulBody(id, call.method, call.params),
      signal: call.signal,
      isWanted: isAnswerTo(id),
    });
    const refused = forgotten(answer, session, id);
    if (refused) throw refused;
    return readResult(answer, id, call.bearerToken);
  }
}

function sessionKey(bearerToken: string | null): string {
  return bearerToken === null ? '' : sha256Hex(bearerToken);
}

/** The result inside an answer; the credential that went out with the request never comes back with it. */
function readResult(answer: OutboundAnswer, id: number, bearerToken: string | null): Record<string, unknown> {
  const text = bearerToken === null ? answer.text : answer.text.replaceAll(bearerToken, '[removed]');
  const rpc = readRpc(text);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess && rpc && !answers(rpc, id)) {
    throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered another request than ours.');
  }
  if (isSuccess && rpc?.result) return rpc.result;
  if (rpc?.error && (isSuccess || answer.status === 400 || answer.status === 404)) throw rpcFailure(rpc.error);
  if (!isSuccess) throw statusError(answer.status, text);
  throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered something that is not JSON-RPC.');
}
