import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '@/lib/tools';
import { openapiDocument } from './document';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}

const text = JSON.stringify(openapiDocument());
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  it('has an operation for every tool, under the name of the tool', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const tool of TOOLS) expect(ids).toContain(tool.name);
  });

  it('declares exactly the parameters of each path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect({ path, declared }).toEqual({ path, declared: inPath });
    }
  });

  it('refers only to components that exist', () => {
    for (const [, section, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components[section as string]).toHaveProperty(name as string);
    }
  });

  it('has schemas that a validator accepts', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    for (const { operation } of operations) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
        Object.values(one?.content ?? {}),
      );
      const schemas = [...bodies, ...(operation.parameters ?? [])].map(({ schema }) => schema);
      for (const schema of schemas) if (!JSON.stringify(schema).includes('#/components')) ajv.compile(schema);
    }
  });
});
