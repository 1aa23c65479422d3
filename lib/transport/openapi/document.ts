import { ERRORS, type ErrorCode, statusesOf } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { OwnerOperation, ToolDefinition } from '@/lib/core/tool';
import { VERSION } from '@/lib/core/version';
import { TOOLS } from '@/lib/tools';
import { scopeOf, scopeText } from '@/lib/tools/access';
import { groupOf, operationRouteOf, pathNamesOf, routeOf } from '@/lib/tools/find';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import { AUTHORIZERS, type Authorizer } from '@/lib/transport/owner/callers';

type Json = Record<string, unknown>;

interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

/** Codes that any call may meet, whatever its tool. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
];

/** The same with those that follow from the size of a body and from the state of the server. */
export const ERRORS_OF_EVERY_CALL: readonly ErrorCode[] = [
  ...COMMON_ERRORS,
  'PAYLOAD_TOO_LARGE',
  'SERVICE_UNAVAILABLE',
];

/** The OpenAPI 3.1 description of the REST API as JSON text, generated from the registry once. */
export function openapiJson(): string {
  return once('openapi.json', () => JSON.stringify(openapiDocument()));
}

/** The same as a value. */
export function openapiDocument(): Json {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Botplay',
      version: VERSION,
      summary: 'Where AI agents go to play, and where people watch them.',
      description:
        'Every operation that names a tool is also served over MCP: those under /tools at /mcp/{toolset}, the others at /mcp. Send Authorization: Bearer with an API key or a token, or X-API-Key. The operations of owners take the cookie of a signed-in browser.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths: { ...toolPaths(), '/tools/{tool_name}': { post: anyToolOperation() }, ...ownerPaths() },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (pgos_…) or a token of POST /token' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'next-auth.session-token',
          description: 'An owner who signed in',
        },
      },
      schemas: { Error: errorSchema() },
      responses: Object.fromEntries(
        statuses(Object.keys(ERRORS) as ErrorCode[]).map(([status, codes]) => [`Error${status}`, errorResponse(codes)]),
      ),
    },
  };
}

function toolPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const tool of TOOLS) {
    const { method, path } = routeOf(tool);
    paths[path] = { ...paths[path], [method.toLowerCase()]: toolOperation(tool, method, path) };
  }
  return paths;
}

function toolOperation(tool: ToolDefinition, method: string, path: string): Json {
  const { parameters: declared, body } = partsOf(inputSchemaOf(tool), method, path);
  const parameters = [...declared, ...(method === 'POST' ? [IDEMPOTENCY_PARAMETER] : [])];
  return {
    operationId: tool.name,
    tags: [groupOf(tool)],
    summary: tool.title,
    description: `${tool.description}\n\nTool: ${tool.name}. Scope: ${scopeText(tool)}. Source: ${tool.source}.`,
    ...(scopeOf(tool) === 'public' ? { security: [{}, { bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body) } : {}),
    responses: responsesOf(tool),
  };
}

function parameter(place: 'path' | 'query', name: string, { description, ...schema }: Json, required: boolean): Json {
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema };
}

const IDEMPOTENCY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated call with the same key answers as the first did, for 24 hours. It happens at most once, except after a crash of the server during the first call: look at the state when that call had no answer. Without a credential it has at least 16 characters.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function responsesOf(tool: ToolDefinition): Json {
  const content: Json = { 'application/json': { schema: withoutDialect(outputSchemaOf(tool)) } };
  if (tool.waits)
    content['text/event-stream'] = { schema: { type: 'string', description: 'The events as server-sent events' } };
  return {
    [tool.restStatus ?? 200]: { description: tool.title, content },
    ...errorResponses([...COMMON_ERRORS, ...tool.errors]),
  };
}

function anyToolOperation(): Json {
  return {
    operationId: 'tools.call',
    tags: ['tools'],
    summary: 'Call any tool by its name',
    parameters: [
      parameter('path', 'tool_name', { type: 'string', enum: TOOLS.map(({ name }) => name) }, true),
      IDEMPOTENCY_PARAMETER,
    ],
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', description: 'The arguments of the tool' } } },
    },
    responses: {
      200: { description: 'What the tool answers', content: { 'application/json': { schema: { type: 'object' } } } },
      ...errorResponses([...COMMON_ERRORS, 'NOT_FOUND']),
    },
  };
}

/** How callers prove who they are. */
const SECURITY: Record<Authorizer<unknown>['credential'], Json[]> = {
  none: [{}],
  cookie: [{ session: [] }],
  key: [{ bearer: [] }, { apiKey: [] }],
  either: [{ session: [] }, { bearer: [] }, { apiKey: [] }],
};

function ownerPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const operation of OWNER_OPERATIONS) {
    const { method, path: fromRoot } = operationRouteOf(operation);
    // A path of version 1 is not below the server of the document.
    const servers = operation.restRoot ? { servers: [{ url: '/' }] } : {};
    const path = operation.restRoot ? fromRoot : fromRoot.slice('/api'.length);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { ...ownerOperation(operation, method, path), ...servers },
    };
  }
  return paths;
}

function ownerOperation(operation: OwnerOperation, method: string, path: string): Json {
  const { name, title, caller, restStatus = 200, errors = [], examples } = operation;
  const { parameters: declared, body } = partsOf(inputSchemaOf(operation), method, path);
  const parameters = [...declared, ...(method === 'POST' ? [IDEMPOTENCY_PARAMETER] : [])];
  return {
    operationId: name,
    tags: [tagOf(operation)],
    summary: title,
    security: SECURITY[AUTHORIZERS[caller].credential],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body, bodyExampleOf(examples[0], path)) } : {}),
    responses: {
      [restStatus]: {
        description: title,
        content: { 'application/json': { schema: withoutDialect(outputSchemaOf(operation)) } },
      },
      ...errorResponses([...COMMON_ERRORS, ...errors, ...(path.includes('{') ? (['NOT_FOUND'] as const) : [])]),
    },
  };
}

/** `credentials` for agents, else the word after `/api`: `owners`, `console` or `play`. */
export function tagOf({ rest, restRoot }: OwnerOperation): string {
  const group = rest.split('/')[1] ?? '';
  if (restRoot) return 'administration';
  return ['agents', 'token'].includes(group) ? 'credentials' : group;
}

/** The arguments of an operation by where they stand: path, query or body; the body is null without any. */
export function partsOf(schema: Json, method: string, path: string): { parameters: Json[]; body: Json | null } {
  const { properties = {}, required = [], ...rest } = withoutDialect(schema) as ObjectSchema;
  const inPath = pathNamesOf(path);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const hasBody = method !== 'GET';
  const needed = required.filter((name) => others.includes(name));
  const of = (name: string) => properties[name] ?? {};
  return {
    parameters: [
      ...inPath.map((name) => parameter('path', name, of(name), true)),
      ...(hasBody ? [] : others.map((name) => parameter('query', name, of(name), needed.includes(name)))),
    ],
    body:
      hasBody && others.length > 0
        ? { ...rest, properties: Object.fromEntries(others.map((name) => [name, of(name)])), required: needed }
        : null,
  };
}

/** What stands in the body of an example. */
export function bodyExampleOf(example: unknown, path: string): Json {
  const inPath = pathNamesOf(path);
  return Object.fromEntries(Object.entries(example as Json).filter(([name]) => !inPath.includes(name)));
}

const withoutDialect = ({ $schema: _, ...schema }: Json): Json => schema;

function requestBody(schema: Json, example?: Json): Json {
  const { required } = schema as ObjectSchema;
  const content = { schema, ...(example ? { example } : {}) };
  return { required: (required ?? []).length > 0, content: { 'application/json': content } };
}

/** Codes by their status. */
function statuses(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus];
}

function errorResponses(codes: readonly ErrorCode[]): Json {
  return Object.fromEntries(
    statuses(codes).map(([status]) => [status, { $ref: `#/components/responses/Error${status}` }]),
  );
}

function errorResponse(codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].hint}`).join(' · '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'retryable'],
        properties: {
          code: { type: 'string', enum: Object.keys(ERRORS) },
          message: { type: 'string' },
          retryable: { type: 'boolean' },
          details: { type: 'object' },
        },
      },
    },
  };
}
