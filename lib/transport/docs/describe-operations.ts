import type { z } from 'zod';
import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { jsonSchemaOf } from '@/lib/core/json-schema';
import { operationIdOf, tagOf } from '@/lib/transport/openapi/document';
import type { Route } from '@/lib/transport/owner/route';
import { ROUTES } from '@/lib/transport/owner/routes';
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

/** An operation that is not a tool, as its page shows it: everything from its route, as plain JSON. */
export interface OperationPage extends OperationLine {
  credential: Route['who']['credential'];
  status: number;
  /** Parameters of path and query as one object schema. */
  parameters: Record<string, unknown>;
  body: Record<string, unknown> | null;
  output: Record<string, unknown>;
  /** A body that is accepted; undefined when the route gives none. */
  example: unknown;
  errors: { code: ErrorCode; http: number; retryable: boolean; hint: string }[];
}

const schemaOf = (schema: z.ZodType | null) => (schema === null ? null : jsonSchemaOf(schema));

function parametersOf(route: Route): Record<string, unknown> {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const query = schemaOf(route.query) as { properties?: object; required?: string[] } | null;
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(inPath.map((name) => [name, { type: 'string', description: 'Part of the path.' }])),
      ...query?.properties,
    },
    required: [...inPath, ...(query?.required ?? [])],
  };
}

function describe(route: Route): OperationPage {
  const codes: ErrorCode[] = [...route.errors, ...(route.path.includes('{') ? (['NOT_FOUND'] as const) : [])];
  return {
    id: operationIdOf(route),
    method: route.method,
    path: route.path,
    group: tagOf(route),
    title: route.title,
    tool: null,
    credential: route.who.credential,
    status: route.status,
    parameters: parametersOf(route),
    body: schemaOf(route.body),
    output: jsonSchemaOf(route.output),
    example: route.example,
    errors: [...new Set(codes)].map((code) => ({ code, ...ERRORS[code] })),
  };
}

const ownerOperations = (): readonly OperationPage[] => once('docs.operations', () => ROUTES.map(describe));

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
