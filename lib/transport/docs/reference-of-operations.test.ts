import { describe, expect, test } from 'vitest';
import { openapiDocument } from '@/lib/transport/openapi/document';
import { describeOperations, describeOwnerOperation } from './reference';

const documented = Object.values(
  openapiDocument({ withPages: true }).paths as Record<string, Record<string, { operationId: string }>>,
)
  .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  .filter((id) => id !== 'tools.call');

describe('the operations of the docs', () => {
  test('are those of the OpenAPI document, each once', () => {
    expect(
      describeOperations()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(documented.sort());
  });

  test('have a page unless they call a tool', () => {
    for (const { id, tool } of describeOperations()) expect(describeOwnerOperation(id) === null).toBe(tool !== null);
  });

  test('describe every parameter of their path', () => {
    for (const { id, path } of describeOperations()) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const page = describeOwnerOperation(id);
      if (page) expect(Object.keys(page.parameters.properties as object)).toEqual(expect.arrayContaining(names));
    }
  });
});

test('returns no description for an unknown operation', () => {
  expect(describeOwnerOperation('no_operation')).toBeNull();
  expect(describeOwnerOperation('__proto__')).toBeNull();
});
