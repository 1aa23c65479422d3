import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { AppError, validationError } from '@/lib/core/errors';
import type { OwnerSession } from '@/lib/domain/auth';
import { parseJsonObject } from '@/lib/transport/http/json-body';

const MAX_BODY_LENGTH = 64 * 1024;

/** What every handler knows about its request. */
export interface RouteCall<Body, Query, Who> {
  who: Who;
  body: Body;
  query: Query;
  /** Parts of the path, each a UUID. */
  params: Record<string, string>;
  /** Where the caller sits, for limits. */
  address: string;
  /** Our origin, for links. */
  origin: string;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(cookie: string): void;
  signal: AbortSignal;
}

/** Who may call: an owner's browser, an agent's credential, an administrator by either, or anyone. */
export interface Callers {
  owner: OwnerSession;
  agent: AgentCaller;
  admin: OwnerSession | AgentCaller;
  anyone: null;
}

export interface RouteDefinition<W extends keyof Callers, B extends z.ZodType, Q extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` takes an id from the path. */
  path: string;
  who: W;
  body?: B;
  query?: Q;
  /** Of success; 200 unless told. */
  status?: number;
  run(call: RouteCall<z.output<B>, z.output<Q>, Callers[W]>): Promise<unknown>;
}

/** A route whose own types are checked and forgotten, as the table holds it. */
export interface Route {
  method: string;
  pattern: RegExp;
  who: keyof Callers;
  status: number;
  /** @throws VALIDATION_ERROR · NOT_FOUND for an id that is none · what the handler throws */
  answer(request: Request, params: Record<string, string>, who: unknown, context: RouteContext): Promise<unknown>;
}

export interface RouteContext {
  address: string;
  origin: string;
  setCookie(cookie: string): void;
}

const nothing = z.strictObject({});

/** Declares a route once: its schema is compiled here and its handler gets checked values. */
export function defineRoute<
  W extends keyof Callers,
  B extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
>(definition: RouteDefinition<W, B, Q>): Route {
  const { body = nothing, query = nothing } = definition;
  return {
    method: definition.method,
    pattern: toPattern(definition.path),
    who: definition.who,
    status: definition.status ?? 200,
    async answer(request, params, who, context) {
      for (const id of Object.values(params)) requireId(id);
      const { searchParams } = new URL(request.url);
      return definition.run({
        who: who as Callers[W],
        body: check(body, await readJson(request), 'Invalid body') as z.output<B>,
        query: check(query, Object.fromEntries(searchParams), 'Invalid query') as z.output<Q>,
        params,
        ...context,
        signal: request.signal,
      });
    },
  };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
}

function check(schema: z.ZodType, value: unknown, prefix: string): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error.issues, prefix);
  return parsed.data;
}

/** An id that cannot exist is answered as one that does not. */
function requireId(id: string): void {
  if (!z.uuid().safeParse(id).success) throw new AppError('NOT_FOUND', 'There is no such thing.');
}

/** The body as a JSON object; none counts as an empty one. */
async function readJson(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET') return {};
  const text = await request.text();
  if (text.length > MAX_BODY_LENGTH)
    throw new AppError('PAYLOAD_TOO_LARGE', `A body here holds at most ${MAX_BODY_LENGTH} characters.`);
  return parseJsonObject(text, request.headers.get('content-type'));
}
