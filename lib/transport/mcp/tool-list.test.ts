import fs from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgentCaller, NO_CONTROLS } from '@/lib/core/caller';
import type { AgentId } from '@/lib/core/ids';
import { SCOPES } from '@/lib/core/scopes';
import { registry, TOOLS } from '@/lib/tools';
import { inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import { findServedTool, instructionsOf, readEndpoint } from './endpoint';
import { keptToolList, toolsFor } from './tool-list';

/** A list is in the context of every agent, so it has a bound. Words that a model needs are no place to save. */
const MAX_LIST_BYTES = 60_000;

type Schema = { [keyword: string]: unknown };

const agentCaller = (): AgentCaller => ({
  kind: 'agent',
  agentId: '00000000-0000-7000-8000-000000000001' as AgentId,
  ownerId: null,
  displayName: 'Reader',
  isHuman: false,
  isAdmin: false,
  scopes: new Set(SCOPES),
  controls: NO_CONTROLS,
  credentialId: 'key:1',
  apiKeyId: '1',
  audience: null,
  expiresAtS: null,
});
const agent = agentCaller();

function endpointOf(path: string) {
  const endpoint = readEndpoint(path);
  if (!endpoint) throw new Error(`${path} is no endpoint.`);
  return endpoint;
}

/** The tools that some toolset lists with everything. */
const WHOLE = TOOLS.filter((tool) => registry.shortListing([tool.toolset], tool) === null);
const everyTool = endpointOf(`/mcp?toolsets=${registry.toolsets.map(({ name }) => name).join()}`);
const listed = new Map(toolsFor(everyTool, agent).map((entry) => [entry.name, entry]));

/** What a schema says in words, choices, defaults and required fields, each with its path. */
function saidIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { description, enum: choices, default: preset, required } = schema as Schema;
  const own = [
    ...(typeof description === 'string' ? [`${path} description ${description}`] : []),
    ...(Array.isArray(choices) ? [`${path} one of ${choices.join()}`] : []),
    ...(Array.isArray(required) ? [`${path} required ${required.join()}`] : []),
    ...(preset === undefined ? [] : [`${path} by default ${JSON.stringify(preset)}`]),
  ];
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => saidIn(part, `${path}/${name}`))];
}

/** Values that fit a schema of an answer. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, type, enum: choices, const: constant, properties, required = [], items } = schema;
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as Schema[]).map(valuesOf));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })));
  if (type === 'array') return fc.array(valuesOf((items ?? {}) as Schema), { maxLength: 3 });
  if (type === 'object' && properties)
    return fc.record(mapValues(properties as Schema, valuesOf), { requiredKeys: required as string[] });
  return SIMPLE[String(type)] ?? fc.jsonValue({ maxDepth: 1 });
}

const SIMPLE: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.string({ maxLength: 20 }),
  integer: fc.nat(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
  boolean: fc.boolean(),
  null: fc.constant(null),
  object: fc.constant({}),
};

const mapValues = (object: Schema, work: (value: Schema) => fc.Arbitrary<unknown>) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, work(value as Schema)]));

const compile = (schema: object) =>
  new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema);

describe('tools/list', () => {
  it.each(['/mcp', ...registry.toolsets.map(({ name }) => `/mcp/${name}`)])(
    `of %s takes at most ${MAX_LIST_BYTES} bytes`,
    (path) => {
      expect(keptToolList(endpointOf(path), agent).length).toBeLessThanOrEqual(MAX_LIST_BYTES);
    },
  );

  it('shows an icon that is served for every tool whose listing no specification fixes, and each icon for some tool', () => {
    const pictures = TOOLS.filter((tool) => !tool.listed).map(({ name }) => listed.get(name)?.icons?.[0]?.src ?? name);
    const files = new Set(pictures.map((src) => src.slice(src.lastIndexOf('/') + 1)));
    expect([...files].sort()).toEqual(fs.readdirSync('public/icons').sort());
    expect(listed.get('register_player')).not.toHaveProperty('icons');
  });

  it('is made once for an endpoint and a set of scopes', () => {
    const other = agentCaller();
    expect(keptToolList(endpointOf('/mcp'), agent)).toBe(keptToolList(endpointOf('/mcp'), other));
    expect(keptToolList(endpointOf('/mcp?names=underscore'), agent)).not.toBe(keptToolList(endpointOf('/mcp'), agent));
  });

  it.each(WHOLE.map((tool) => [tool.name, tool]))(
    'keeps every description, choice, default and required field of the input of %s',
    (name, tool) => {
      expect(saidIn(listed.get(name)?.inputSchema)).toEqual(saidIn(inputSchemaOf(tool)));
      expect(listed.get(name)).toMatchObject({ title: tool.title, description: tool.description });
    },
  );

  it.each(TOOLS.map((tool) => [tool.name, tool]))('accepts every answer of %s', (name, tool) => {
    const schema = outputSchemaOf(tool);
    const [fitsWhole, fitsListed] = [compile(schema), compile(listed.get(name)?.outputSchema ?? {})];
    let checked = 0;
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        fc.pre(fitsWhole(value) === true);
        checked++;
        if (!fitsListed(value)) throw new Error(JSON.stringify(fitsListed.errors));
      }),
      { numRuns: 20, maxSkipsPerRun: 1_000 },
    );
    expect(checked).toBeGreaterThan(0);
  });

  it.each(WHOLE.map((tool) => [tool.name, tool]))('names the fields of every answer of %s', (name, tool) => {
    const { properties = {}, required = [] } = (listed.get(name)?.outputSchema ?? {}) as Schema;
    const names = [...Object.keys(properties as Schema), ...(required as string[])];
    expect(names).toEqual(expect.arrayContaining((outputSchemaOf(tool).required ?? []) as string[]));
  });

  it('of werewolf and wait is the 13 tools and events.wait, and each is served there', () => {
    const endpoint = endpointOf('/mcp?toolsets=werewolf,wait');
    const names = toolsFor(endpoint, agent).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('et.werewolf.'))).toHaveLength(13);
    expect(names.filter((name) => !name.startsWith('et.werewolf.'))).toEqual(['events.wait']);
    for (const name of names) expect(findServedTool(endpoint, name)?.name).toBe(name);
    expect(findServedTool(endpoint, 'session.step')).toBeUndefined();
  });

  it('keeps the warnings where an answer has text of others', () => {
    const fields = ['experience_response', 'content', 'keys_from_experience'];
    const warnings = saidIn([...listed.values()].map(({ outputSchema }) => outputSchema)).filter((warning) =>
      /untrusted|never/.test(warning),
    );
    for (const field of fields) expect(warnings.some((warning) => warning.includes(`/${field} `))).toBe(true);
  });

  it('spells every name with underscores, also in descriptions and instructions, where names are listed so', () => {
    const endpoint = endpointOf('/mcp?names=underscore');
    const text = keptToolList(endpoint, agent).toString() + instructionsOf(endpoint);
    const dotted = TOOLS.filter(({ name }) => name.includes('.') && text.includes(name));
    expect(dotted.map(({ name }) => name)).toEqual([]);
    expect(text).toContain('session_step');
  });
});
