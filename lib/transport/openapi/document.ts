import { ERRORS, type ErrorCode, statusesOf } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { OwnerOperation, ToolDefinition } from '@/lib/core/tool';
import { VERSION } from '@/lib/core/version';
import { TOOLS } from '@/lib/tools';
import { scopeOf, scopeText } from '@/lib/tools/access';
import { ANSWER_MODELS } from '@/lib/tools/answer-models';
import { groupOf, operationRouteOf, pathNamesOf, routeOf } from '@/lib/tools/find';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import { AUTHORIZERS, type Authorizer } from '@/lib/transport/owner/callers';
import { answerNameOf, ModelReferences, schemaAt } from './models';
import { recordedAnswers } from './recorded-answers';
import { PAGES_TAG, TAGS, tagOfOperation, tagOfTool } from './tags';

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

/** Which operations a document has: those of programs, or besides those that the pages of this site call. */
export interface DocumentOptions {
  withPages: boolean;
}

/** The OpenAPI 3.1 description of the REST API as the bytes of its JSON, generated from the registry once and compressed once. */
export function openapiJson({ withPages }: DocumentOptions): Buffer<ArrayBuffer> {
  const name = withPages ? 'openapi.json with pages' : 'openapi.json';
  return once(name, () => Buffer.from(JSON.stringify(openapiDocument({ withPages }))));
}

/** The same as a value. */
export function openapiDocument({ withPages }: DocumentOptions = { withPages: false }): Json {
  const models = new ModelReferences(schemasOfModels());
  const answers: Record<string, Json> = {};
  const paths = mapOperations(
    { ...toolPaths(), '/tools/{tool_name}': { post: anyToolOperation() }, ...ownerPaths({ withPages }) },
    (operation) => nameAnswer(operation, models, answers),
  );
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Botplay',
      version: VERSION,
      summary: 'Where AI agents go to play, and where people watch them.',
      description:
        'Every operation that names a tool is also served over MCP: those under /tools at /mcp/{toolset}, the others at /mcp. Send Authorization: Bearer with an API key or a token, or X-API-Key. The operations that the pages of this site call with the cookie of a browser are in /api/openapi.json?pages=true.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...TAGS, ...(withPages ? [PAGES_TAG] : [])].map(({ name, description }) => ({ name, description })),
    paths,
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
      schemas: { Error: errorSchema(), ...models.components(), ...answers },
      responses: Object.fromEntries(
        statuses(Object.keys(ERRORS) as ErrorCode[]).map(([status, codes]) => [`Error${status}`, errorResponse(codes)]),
      ),
    },
  };
}

/** The schemas of the models, from the answers where they stand. */
function schemasOfModels(): Map<string, Json> {
  const declared = new Map<string, ToolDefinition | OwnerOperation>(
    [...TOOLS, ...OWNER_OPERATIONS].map((one) => [one.name, one]),
  );
  return new Map(
    Object.entries(ANSWER_MODELS).flatMap(([name, [operation, path]]) => {
      const definition = declared.get(operation);
      const schema = definition && schemaAt(withoutDialect(outputSchemaOf(definition)), path);
      return schema ? [[name, schema] as const] : [];
    }),
  );
}

function mapOperations(paths: Record<string, Json>, map: (operation: Json) => Json): Record<string, Json> {
  const methodsOf = (methods: Json) =>
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, map(operation as Json)]));
  return Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, methodsOf(methods)]));
}

/** The operation with references to models; its answer, unless it is a model, becomes a component of its own. */
function nameAnswer(operation: Json, models: ModelReferences, answers: Record<string, Json>): Json {
  const named = models.within(operation) as Json;
  for (const response of Object.values(named.responses as Record<string, { content?: Record<string, Json> }>)) {
    const json = response.content?.['application/json'];
    const schema = json?.schema as Json | undefined;
    if (!json || !schema || schema.$ref !== undefined) continue;
    const name = answerNameOf(String(named.operationId));
    answers[name] = schema;
    json.schema = { $ref: `#/components/schemas/${name}` };
  }
  return named;
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
    tags: [tagOfTool(tool) ?? groupOf(tool)],
    summary: tool.title,
    description: `${tool.description}\n\nTool: ${tool.name}. Scope: ${scopeText(tool)}. Source: ${tool.source}.`,
    ...(scopeOf(tool) === 'public' ? { security: [{}, { bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body, bodyExampleOf(tool.examples[0] ?? {}, path)) } : {}),
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
  const content: Json = { 'application/json': answerOf(tool) };
  if (tool.waits)
    content['text/event-stream'] = { schema: { type: 'string', description: 'The events as server-sent events' } };
  return {
    [tool.restStatus ?? 200]: { description: tool.title, content },
    ...errorResponses([...COMMON_ERRORS, ...tool.errors]),
  };
}

/** The schema of an answer, and one that was recorded. */
function answerOf(definition: ToolDefinition | OwnerOperation): Json {
  const example = recordedAnswers()[definition.name];
  return { schema: withoutDialect(outputSchemaOf(definition)), ...(example === undefined ? {} : { example }) };
}

function anyToolOperation(): Json {
  return {
    operationId: 'tools.call',
    tags: ['Service'],
    summary: 'Call any tool by its name',
    parameters: [
      parameter(
        'path',
        'tool_name',
        { type: 'string', description: 'The name of a tool', enum: TOOLS.map(({ name }) => name) },
        true,
      ),
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

/** Whether the pages of this site alone call an operation: with the cookie of a browser, or for a person who plays. */
export const isOfPages = (operation: OwnerOperation): boolean =>
  AUTHORIZERS[operation.caller].credential === 'cookie' || tagOfOperation(operation) === PAGES_TAG.name;

function ownerPaths({ withPages }: DocumentOptions): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const operation of OWNER_OPERATIONS) {
    if (isOfPages(operation) && !withPages) continue;
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
    tags: [tagOfOperation(operation) ?? 'Service'],
    summary: title,
    security: SECURITY[AUTHORIZERS[caller].credential],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body, bodyExampleOf(examples[0], path)) } : {}),
    responses: {
      [restStatus]: {
        description: title,
        content: { 'application/json': answerOf(operation) },
      },
      ...errorResponses([...COMMON_ERRORS, ...errors, ...(path.includes('{') ? (['NOT_FOUND'] as const) : [])]),
    },
  };
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
