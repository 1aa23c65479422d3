import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { OwnerOperation } from '@/lib/core/tool';
import { operationRouteOf } from '@/lib/tools/find';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import { bodyExampleOf, partsOf, tagOf } from '@/lib/transport/openapi/document';
import { AUTHORIZERS, type Authorizer } from '@/lib/transport/owner/callers';
import { describeTools } from './describe-tools';

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
}

/** An operation that is not a tool, as its page shows it: everything from its declaration, as plain JSON. */
export interface OperationPage extends OperationLine {
  credential: Authorizer<unknown>['credential'];
  status: number;
  /** Parameters of path and query as one object schema. */
  parameters: Record<string, unknown>;
  body: Record<string, unknown> | null;
  output: Record<string, unknown>;
  /** A body that is accepted; undefined when the route gives none. */
  example: unknown;
  errors: { code: ErrorCode; http: number; retryable: boolean; hint: string }[];
}

function describe(operation: OwnerOperation): OperationPage {
  const { method, path } = operationRouteOf(operation);
  const { errors = [], examples, caller, title, restStatus = 200 } = operation;
  const { parameters, body } = partsOf(inputSchemaOf(operation), method, path);
  const codes: ErrorCode[] = [...errors, ...(path.includes('{') ? (['NOT_FOUND'] as const) : [])];
  return {
    id: operation.name,
    method,
    path,
    group: tagOf(operation),
    title,
    tool: null,
    credential: AUTHORIZERS[caller].credential,
    status: restStatus,
    parameters: asObjectSchema(parameters as unknown as Parameter[]),
    body,
    output: outputSchemaOf(operation),
    example: body ? bodyExampleOf(examples[0], path) : undefined,
    errors: [...new Set(codes)].map((code) => ({ code, ...ERRORS[code] })),
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

const ownerOperations = (): readonly OperationPage[] => once('docs.operations', () => OWNER_OPERATIONS.map(describe));

/** The codes that the operations of owners declare. */
export function describeOwnerErrors(): ReadonlySet<ErrorCode> {
  return new Set(ownerOperations().flatMap(({ errors }) => errors.map(({ code }) => code)));
}

/** Every REST operation: tools first, then the operations of owners, in the order of their tables. */
export function describeOperations(): OperationLine[] {
  const tools = describeTools().map(({ name, rest, noun, title }) => ({
    id: name,
    method: rest?.method ?? 'POST',
    path: rest?.path ?? `/api/tools/${name}`,
    group: noun,
    title,
    tool: name,
  }));
  const owners = ownerOperations().map(({ id, method, path, group, title }) => ({
    id,
    method,
    path,
    group,
    title,
    tool: null,
  }));
  return [...tools, ...owners];
}

/** The operation of owners with this operationId; null when there is none. */
export function describeOwnerOperation(id: string): OperationPage | null {
  return ownerOperations().find((operation) => operation.id === id) ?? null;
}
