import { AppError } from '@/lib/core/errors';
import { isJsonObject, isTooDeep } from '@/lib/core/json';
import {
  type CallContext,
  type ExperienceClient,
  type ExperienceTool,
  IDEMPOTENCY_HEADER,
  isExperienceTool,
  isReadOnly,
  READING_TOOLS,
  type UpstreamAnswer,
  type UpstreamTool,
} from './experience-client';
import type { Outbound, OutboundAnswer } from './outbound';
import { OutcomeUnknownError } from './outcome-unknown';
import { removeFromText, removeSecrets, secretsOf } from './secrets';
import { cleanText, isTooDeepText, parseJson } from './text';
import type { ResultForm } from './tool-result';
import { statusError } from './upstream-error';

interface Route {
  method: 'GET' | 'POST';
  path: string;
}

/** gateway-tool-contract.md, REST Transport (Experience-Facing). */
export const REST_ROUTES: Record<ExperienceTool, Route> = {
  'experience.info': { method: 'GET', path: '/info' },
  'experience.status': { method: 'GET', path: '/status' },
  'session.create': { method: 'POST', path: '/sessions' },
  'session.step': { method: 'POST', path: '/sessions/{session_id}/step' },
  'session.end': { method: 'POST', path: '/sessions/{session_id}/end' },
  'lobby.create': { method: 'POST', path: '/lobbies' },
  'lobby.join': { method: 'POST', path: '/lobbies/{game_session_id}/join' },
  'lobby.leave': { method: 'POST', path: '/lobbies/{game_session_id}/leave' },
  'match.start': { method: 'POST', path: '/matches/{game_session_id}/start' },
  'match.end': { method: 'POST', path: '/matches/{game_session_id}/end' },
};

function fillPath(path: string, args: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name] ?? '')));
}

/** Calls an experience that answers plain JSON over HTTP. */
export class RestClient implements ExperienceClient {
  readonly #outbound: Outbound;
  readonly #base: URL;

  constructor(outbound: Outbound, baseUrl: URL) {
    this.#outbound = outbound;
    this.#base = baseUrl;
  }

  async callTool(name: string, args: Record<string, unknown>, context: CallContext = {}): Promise<UpstreamAnswer> {
    const started = performance.now();
    if (!isExperienceTool(name)) {
      throw new AppError(
        'EXPERIENCE_TOOL_NOT_FOUND',
        `A REST experience has no route for the tool ${cleanText(name)}.`,
      );
    }
    const route = REST_ROUTES[name];
    const url = new URL(this.#base);
    url.pathname = url.pathname.replace(/\/$/, '') + fillPath(route.path, args);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (route.method === 'POST') headers['content-type'] = 'application/json';
    if (context.idempotencyKey) headers[IDEMPOTENCY_HEADER] = context.idempotencyKey;
    if (context.bearerToken) headers.authorization = `Bearer ${context.bearerToken}`;
    if (context.signal?.aborted) throw new AppError('EXPERIENCE_TIMEOUT', 'The call was cancelled before it was sent.');
    const answer = await this.#outbound.request({
      method: route.method,
      url,
      headers,
      ...(route.method === 'POST' ? { body: JSON.stringify(args) } : {}),
      signal: isReadOnly(name, context) ? context.signal : undefined,
      staysOnOrigin: context.staysOnOrigin,
    });
    const secrets = secretsOf(context);
    if (answer.status < 200 || answer.status > 299) {
      throw statusError(
        answer.status,
        removeFromText(answer.text, secrets),
        // A 404 of a tool that only reads says that the server has no such route.
        READING_TOOLS.has(name) ? 'route' : 'thing',
      );
    }
    requireNoPage(answer);
    const value = removeSecrets(toValue(answer.text), secrets);
    return { value, parts: [value], form: formOf(value, answer), latencyMs: performance.now() - started };
  }

  async describeServer(): Promise<null> {
    return null;
  }

  async listTools(): Promise<UpstreamTool[]> {
    return [];
  }

  async openSession(): Promise<null> {
    return null;
  }

  async closeSession(): Promise<void> {}

  close(withinMs?: number): Promise<void> {
    return this.#outbound.close(withinMs);
  }
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** How an answer deviates from a JSON object; an empty one is the empty object. */
function formOf(value: unknown, { headers, text }: OutboundAnswer): ResultForm | null {
  if (!isJsonObject(value)) return 'no_object';
  return text.trim() === '' || JSON_TYPE.test(headers['content-type'] ?? '') ? null : 'content_type';
}

/** A page for people in place of an answer: the address is not that of an experience. */
function requireNoPage({ headers, text }: OutboundAnswer): void {
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '') && !/^\s*<(?:!doctype|html)\b/i.test(text)) return;
  throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered a web page in place of JSON.');
}

function toValue(text: string): unknown {
  if (text.trim() === '') return {};
  const parsed = parseJson(text);
  if (isTooDeepText(text) || isTooDeep(parsed)) {
    throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The answer of the experience is nested too deeply.');
  }
  return parsed === undefined ? text : parsed;
}
