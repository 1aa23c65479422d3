import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { OwnerOperation, ToolDefinition } from '@/lib/core/tool';
import { registry, TOOLS } from '@/lib/tools';
import { scopeText } from '@/lib/tools/access';
import { groupOf, operationRouteOf, underscored } from '@/lib/tools/find';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { describedInputOf, inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import { bodyExampleOf, isOfPages, partsOf } from '@/lib/transport/openapi/document';
import { recordedAnswers } from '@/lib/transport/openapi/recorded-answers';
import { TAGS, tagOfOperation, tagOfTool } from '@/lib/transport/openapi/tags';
import { AUTHORIZERS, type Authorizer } from '@/lib/transport/owner/callers';

/** What the docs show of every declaration, of a tool or of an operation: from its one definition, as plain JSON. */
interface ReferencePage {
  title: string;
  /** The tools of one noun or game, and the operations of one part of the console, are shown together. */
  group: string;
  output: Record<string, unknown>;
  /** An answer that was recorded; undefined for operations that the pages of this site alone call. */
  answer: unknown;
  errors: { code: ErrorCode; http: number; retryable: boolean; hint: string }[];
}

function describeShared(
  definition: ToolDefinition | OwnerOperation,
  of: { group: string; codes: readonly ErrorCode[] },
): ReferencePage {
  return {
    title: definition.title,
    group: of.group,
    output: outputSchemaOf(definition),
    answer: recordedAnswers()[definition.name],
    errors: [...new Set(of.codes)].map((code) => ({ code, ...ERRORS[code] })),
  };
}

/** A tool as the docs show it. */
export interface ToolPage extends ReferencePage {
  name: string;
  /** The name that `?names=underscore` lists. */
  underscored: string;
  description: string;
  /** Where MCP serves it: `/mcp`, `/mcp/games`. */
  endpoint: string;
  scope: string;
  /** REST operation, `/api` included; null when only POST /api/tools/{name} reaches it. */
  rest: { method: string; path: string; status: number } | null;
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  source: string;
  input: Record<string, unknown>;
  examples: unknown[];
}

function restOf(tool: ToolDefinition): ToolPage['rest'] {
  if (tool.rest === undefined) return null;
  const [method = '', path = ''] = tool.rest.split(' ');
  return { method, path: `/api${path}`, status: tool.restStatus ?? 200 };
}

function describeToolPage(tool: ToolDefinition): ToolPage {
  const { readOnly = false, destructive = false, idempotent = readOnly } = tool.hints;
  return {
    ...describeShared(tool, { group: tagOfTool(tool) ?? groupOf(tool), codes: tool.errors }),
    name: tool.name,
    underscored: underscored(tool.name),
    description: tool.description,
    endpoint: registry.toolset(tool.toolset)?.isDefault ? '/mcp' : `/mcp/${tool.toolset}`,
    scope: scopeText(tool),
    rest: restOf(tool),
    readOnly,
    destructive,
    idempotent,
    source: tool.source,
    input: describedInputOf(tool),
    examples: [...tool.examples],
  };
}

/** Every tool for the docs pages, in the order of the registry; made once. */
export function describeTools(): readonly ToolPage[] {
  return once('docs.tools', () => TOOLS.map(describeToolPage));
}

/** The page of one tool, by either spelling of its name. */
export function describeTool(name: string): ToolPage | null {
  return describeTools().find((tool) => tool.name === name || tool.underscored === name) ?? null;
}

/** A REST operation in the list of the docs. */
export interface OperationLine {
  /** Its operationId in the OpenAPI document. */
  id: string;
  method: string;
  /** From the root: `/api/sessions`. */
  path: string;
  group: string;
  title: string;
  /** The tool that it calls; null for operations of owners. */
  tool: string | null;
  /** Whether the pages of this site alone call it. */
  isOfPages: boolean;
}

/** An operation that is not a tool, as its page shows it. */
export interface OperationPage extends OperationLine, ReferencePage {
  credential: Authorizer<unknown>['credential'];
  status: number;
  /** Parameters of path and query as one object schema. */
  parameters: Record<string, unknown>;
  body: Record<string, unknown> | null;
  /** A body that is accepted; undefined when the route gives none. */
  example: unknown;
}

function describeOperationPage(operation: OwnerOperation): OperationPage {
  const { method, path } = operationRouteOf(operation);
  const { errors = [], examples, caller, restStatus = 200 } = operation;
  const { parameters, body } = partsOf(inputSchemaOf(operation), method, path);
  const codes: ErrorCode[] = [...errors, ...(path.includes('{') ? (['NOT_FOUND'] as const) : [])];
  return {
    ...describeShared(operation, { group: tagOfOperation(operation) ?? 'Service', codes }),
    id: operation.name,
    method,
    path,
    tool: null,
    isOfPages: isOfPages(operation),
    credential: AUTHORIZERS[caller].credential,
    status: restStatus,
    parameters: asObjectSchema(parameters as unknown as Parameter[]),
    body,
    example: body ? bodyExampleOf(examples[0], path) : undefined,
  };
}

interface Parameter {
  name: string;
  required: boolean;
  description?: string;
  schema: object;
}

const asObjectSchema = (parameters: readonly Parameter[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description }) => [name, description ? { ...schema, description } : schema]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

const ownerOperations = (): readonly OperationPage[] =>
  once('docs.operations', () => OWNER_OPERATIONS.map(describeOperationPage));

/** The codes that the operations of owners declare. */
export function describeOwnerErrors(): ReadonlySet<ErrorCode> {
  return new Set(ownerOperations().flatMap(({ errors }) => errors.map(({ code }) => code)));
}

/** Every REST operation in the order of the parts of the reference, those of the pages last. */
export function describeOperations(): OperationLine[] {
  const tools = describeTools().map(({ name, rest, group, title }) => ({
    id: name,
    method: rest?.method ?? 'POST',
    path: rest?.path ?? `/api/tools/${name}`,
    group,
    title,
    tool: name,
    isOfPages: false,
  }));
  const owners = ownerOperations().map(({ id, method, path, group, title, isOfPages }) => ({
    id,
    method,
    path,
    group,
    title,
    tool: null,
    isOfPages,
  }));
  const places = new Map(TAGS.map(({ name }, place) => [name, place]));
  const placeOf = ({ group }: OperationLine) => places.get(group) ?? TAGS.length;
  return [...tools, ...owners].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The operation of owners with this operationId; null when there is none. */
export function describeOwnerOperation(id: string): OperationPage | null {
  return ownerOperations().find((operation) => operation.id === id) ?? null;
}
