import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '@/lib/tools';
import { ANSWER_MODELS } from '@/lib/tools/answer-models';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { openapiDocument } from './document';
import { TAGS, tagOfOperation, tagOfTool } from './tags';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  tags: string[];
  security?: object[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: { $ref?: string } }> }>;
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

  it('has no operation that the pages of this site alone call, unless they are asked for', () => {
    expect(operations.filter(({ operation }) => JSON.stringify(operation.security) === '[{"session":[]}]')).toEqual([]);
    expect(operations.filter(({ path }) => /^\/(console|play)\//.test(path))).toEqual([]);
    const withPages = JSON.stringify(openapiDocument({ withPages: true }));
    expect(OWNER_OPERATIONS.filter(({ name }) => !withPages.includes(`"operationId":"${name}"`))).toEqual([]);
  });

  it('puts every operation under a described part of the reference', () => {
    expect(TOOLS.filter((tool) => tagOfTool(tool) === null).map(({ name }) => name)).toEqual([]);
    expect(OWNER_OPERATIONS.filter((one) => tagOfOperation(one) === null).map(({ name }) => name)).toEqual([]);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(used).toEqual(new Set(TAGS.map(({ name }) => name)));
  });

  it('names the answer of every operation, and every model is referred to', () => {
    for (const { operation } of operations) {
      if (operation.operationId === 'tools.call') continue;
      const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
      expect(answer?.content?.['application/json']?.schema.$ref, operation.operationId).toMatch(
        /^#\/components\/schemas\//,
      );
    }
    const unused = Object.keys(ANSWER_MODELS).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    expect(unused).toEqual([]);
  });

  it('shows a recorded answer of every operation, and a body of every one that has a body', () => {
    const silent = operations.filter(({ operation }) => {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].map(
        (one) => one?.content?.['application/json'],
      );
      return operation.operationId !== 'tools.call' && contents.some((content) => content && !('example' in content));
    });
    expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('describes every parameter', () => {
    const silent = operations.flatMap(({ operation }) =>
      (operation.parameters ?? [])
        .filter((parameter) => !('description' in parameter))
        .map(({ name }) => `${operation.operationId} ${name}`),
    );
    expect(silent).toEqual([]);
  });

  it('has no fault by the recommended rules of Redocly', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // Where a specification fixes a schema of Werewolf, its answers may have more fields.
      rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
    });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
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
