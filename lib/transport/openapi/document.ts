import type { z } from 'zod';
import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { jsonSchemaOf } from '@/lib/core/json-schema';
import type { ToolDefinition } from '@/lib/core/tool';
import { TOOLS } from '@/lib/tools';
import { scopeOf, scopeText } from '@/lib/tools/access';
import { groupOf, routeOf } from '@/lib/tools/find';
import { inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import type { Route } from '@/lib/transport/owner/route';
import { ROUTES } from '@/lib/transport/owner/routes';

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
      version: '0.1.0',
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
  const { properties = {}, required = [], $schema: _, ...rest } = inputSchemaOf(tool) as ObjectSchema;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const hasBody = method !== 'GET';
  const parameters = [
    ...inPath.map((name) => parameter('path', name, properties[name] ?? {}, true)),
    ...(hasBody ? [] : others.map((name) => parameter('query', name, properties[name] ?? {}, required.includes(name)))),
    ...(method === 'POST' ? [IDEMPOTENCY_PARAMETER] : []),
  ];
  const body = {
    ...rest,
    properties: Object.fromEntries(others.map((name) => [name, properties[name]])),
    required: required.filter((name) => others.includes(name)),
  };
  return {
    operationId: tool.name,
    tags: [groupOf(tool)],
    summary: tool.title,
    description: `${tool.description}\n\nTool: ${tool.name}. Scope: ${scopeText(tool)}. Source: ${tool.source}.`,
    ...(scopeOf(tool) === 'public' ? { security: [{}, { bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody && others.length > 0
      ? { requestBody: { required: body.required.length > 0, content: { 'application/json': { schema: body } } } }
      : {}),
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
    'A repeated call with the same key answers as the first did, for 24 hours. It happens at most once, except after a crash of the server during the first call: look at the state when that call had no answer.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function responsesOf(tool: ToolDefinition): Json {
  const { $schema: _, ...schema } = outputSchemaOf(tool);
  const content: Json = { 'application/json': { schema } };
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

/** How callers prove who they are, by the credential of a route. */
const SECURITY: Record<Route['who']['credential'], Json[]> = {
  none: [{}],
  cookie: [{ session: [] }],
  key: [{ bearer: [] }, { apiKey: [] }],
  either: [{ session: [] }, { bearer: [] }, { apiKey: [] }],
};

function ownerPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    const below = route.path.startsWith('/api/') ? route.path.slice('/api'.length) : null;
    const path = below ?? route.path;
    // A path of version 1 is not below the server of the document.
    const servers = below === null ? { servers: [{ url: '/' }] } : {};
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: { ...ownerOperation(route), ...servers } };
  }
  return paths;
}

function ownerOperation(route: Route): Json {
  const parameters = [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
      parameter('path', name as string, { type: 'string' }, true),
    ),
    ...Object.entries(schemaOf(route.query).properties ?? {}).map(([name, schema]) =>
      parameter('query', name, schema, (schemaOf(route.query).required ?? []).includes(name)),
    ),
  ];
  const example = route.example === undefined ? {} : { example: route.example };
  const body = { content: { 'application/json': { schema: schemaOf(route.body), ...example } } };
  const answer = { 'application/json': { schema: schemaOf(route.output) } };
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    summary: route.title,
    security: SECURITY[route.who.credential],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: body } : {}),
    responses: {
      [route.status]: { description: route.title, content: answer },
      ...errorResponses([
        ...COMMON_ERRORS,
        ...route.errors,
        ...(route.path.includes('{') ? (['NOT_FOUND'] as const) : []),
      ]),
    },
  };
}

/** `credentials` for agents, else the word after `/api`: `owners`, `console` or `play`. */
export function tagOf({ path }: Route): string {
  const [, root = '', group = ''] = path.split('/');
  if (root === 'v1') return 'administration';
  return ['agents', 'token'].includes(group) ? 'credentials' : group;
}

/** The declared name of a route, else one made of its method and path: `get_console_agents`. */
export function operationIdOf({ name, method, path }: Route): string {
  const words = path.replace(/^\/api/, '').replace(/[/{}-]+/g, '_');
  return name ?? `${method.toLowerCase()}${words.replace(/_$/, '')}`;
}

function schemaOf(schema: z.ZodType | null): ObjectSchema {
  if (!schema) return {};
  const { $schema: _, ...rest } = jsonSchemaOf(schema) as ObjectSchema;
  return rest;
}

/** Codes by their status. */
function statuses(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes))
    byStatus.set(ERRORS[code].http, [...(byStatus.get(ERRORS[code].http) ?? []), code]);
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
