import { z } from 'zod';
import { env } from '@/lib/core/env';
import { AppError, type ErrorCode, validationError } from '@/lib/core/errors';
import { refuseUnknownFields } from '@/lib/core/unknown-fields';
import { parseJsonObject } from '@/lib/transport/http/json-body';
import { type BodyBounds, readJsonText } from '@/lib/transport/http/read-body';
import { MAX_ANONYMOUS_BODY_BYTES, MAX_BODY_BYTES, type WireRequest } from '@/lib/transport/http/wire';
import type { OperationCall } from '@/lib/transport/rest/router';
import type { Authorizer } from './callers';

/** What every handler gets. */
export interface RouteCall<Body, Query, Params, Who> {
  who: Who;
  body: Body;
  query: Query;
  /** Parts of the path, checked. */
  params: Params;
  /** Where the caller is, for limits. */
  address: string;
  /** The header User-Agent; empty without one. */
  userAgent: string;
  /** Our origin, for links. */
  origin: string;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(cookie: string): void;
  signal: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names of `{name}` parts of a path. */
type ParamNames<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParamNames<Rest>
    : never;

export interface RouteDefinition<
  Path extends string,
  Who,
  B extends z.ZodType,
  Q extends z.ZodType,
  O extends z.ZodType,
> {
  /** Its id in the API reference; made from method and path when absent. */
  name?: string;
  method: Method;
  /** `{name}` takes one part of the path: a UUID unless `ids` says otherwise. */
  path: Path;
  /** What it does, in a few words, for the API reference. */
  title: string;
  who: Authorizer<Who>;
  /** Form of the ids that are not UUIDs. */
  ids?: Partial<Record<ParamNames<Path>, z.ZodType<string>>>;
  body?: B;
  /** The largest body of a known caller, up to 1 MiB; 64 KiB by default. */
  maxBodyBytes?: number;
  query?: Q;
  /** z.strictObject of what success answers, in wire names; every field described. */
  output: O;
  /** Codes beyond those that every operation may answer. */
  errors?: readonly ErrorCode[];
  /** A body that is accepted, for the API reference: present where `body` is. */
  example?: z.input<B>;
  /** Of success; 200 by default. */
  status?: number;
  run(call: RouteCall<z.output<B>, z.output<Q>, Record<ParamNames<Path>, string>, Who>): Promise<z.input<O>>;
}

/** A route as the table keeps it: the types of its handler are checked where it is defined. */
export interface Route {
  name: string | null;
  method: Method;
  path: string;
  title: string;
  who: Authorizer<unknown>;
  body: z.ZodType | null;
  query: z.ZodType | null;
  output: z.ZodType;
  errors: readonly ErrorCode[];
  example: unknown;
  status: number;
  /** @throws VALIDATION_ERROR · NOT_FOUND for an id that is not valid · what the handler throws */
  run(call: OperationCall, context: RouteContext): Promise<unknown>;
}

/** What the caller of a handler adds to the request. */
export interface RouteContext {
  who: unknown;
  /** Whose budget pays for the body; null for an anonymous caller. */
  payer: string | null;
  address: string;
  userAgent: string;
  origin: string;
  setCookie(cookie: string): void;
}

const nothing = z.strictObject({});

/** Declares a route once: its schemas are compiled here and its handler gets checked values. */
export function defineRoute<
  const Path extends string,
  Who,
  O extends z.ZodType,
  B extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
>(definition: RouteDefinition<Path, Who, B, Q, O>): Route {
  const { body = nothing, query, maxBodyBytes = MAX_BODY_BYTES } = definition;
  const params = paramsSchema(definition.path, definition.ids ?? {});
  return {
    name: definition.name ?? null,
    method: definition.method,
    path: definition.path,
    title: definition.title,
    who: definition.who,
    body: definition.body ?? null,
    query: query ?? null,
    output: definition.output,
    errors: definition.errors ?? [],
    example: definition.example,
    status: definition.status ?? 200,
    async run({ request, params: given, query: text }, { who, payer, ...context }) {
      const bounds = { payer, maxBytes: payer === null ? MAX_ANONYMOUS_BODY_BYTES : maxBodyBytes };
      const value = await definition.run({
        params: readParams(params, given) as Record<ParamNames<Path>, string>,
        body: check(body, await readJson(request, bounds), 'Invalid body') as z.output<B>,
        query: check(query ?? nothing, Object.fromEntries(new URLSearchParams(text)), 'Invalid query') as z.output<Q>,
        who: who as Who,
        signal: request.signal,
        ...context,
      });
      if (env().NODE_ENV === 'test') requireDeclaredOutput(definition, value);
      return value;
    },
  };
}

/** In tests every answer is checked against the schema that clients see. */
function requireDeclaredOutput({ title, output }: { title: string; output: z.ZodType }, value: unknown): void {
  const parsed = output.safeParse(JSON.parse(JSON.stringify(value)));
  if (!parsed.success) throw new Error(`"${title}" answered what its output does not allow: ${parsed.error.message}`);
}

function paramsSchema(path: string, ids: Partial<Record<string, z.ZodType<string>>>): z.ZodType {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return z.object(Object.fromEntries(names.map((name) => [name, ids[name] ?? z.uuid()])));
}

function check(schema: z.ZodType, value: unknown, prefix: string): unknown {
  refuseUnknownFields(schema, value);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error.issues, prefix);
  return parsed.data;
}

/** An id that cannot exist is answered as one that does not. */
function readParams(schema: z.ZodType, given: Record<string, string>): unknown {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new AppError('NOT_FOUND', 'Not found: the id is not valid.');
  return parsed.data;
}

/** The body as a JSON object; a missing one counts as empty. */
async function readJson(request: WireRequest, bounds: BodyBounds): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  return parseJsonObject(await readJsonText(request, bounds), request.header('content-type'));
}
