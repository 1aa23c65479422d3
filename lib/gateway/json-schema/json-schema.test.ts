import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/core/json';
import { fastestMs } from '@/lib/testing/fastest';
import { findPublisherSchemaFault, validateBySchema } from './check';
import { findSchemaFault } from './limits';

/** `levels` definitions, each with two alternatives that point to the next: 2^levels ways to apply it. */
function doubling(levels: number): JsonObject {
  const $defs: Record<string, unknown> = { [`l${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level++) {
    const next = { $ref: `#/$defs/l${level + 1}` };
    $defs[`l${level}`] = { anyOf: [next, next] };
  }
  return { $ref: '#/$defs/l0', $defs };
}

function nested(depth: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { properties: { a: schema } };
  return schema;
}

const LOBBY = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.org/config.json',
  type: 'object',
  properties: {
    map: { enum: ['small', 'large'] },
    rounds: { $ref: '#/$defs/count' },
    name: { type: 'string', pattern: '^[a-z]+$' },
    mail: { type: 'string', format: 'email' },
    teams: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'integer' }] }, uniqueItems: true },
  },
  additionalProperties: false,
  $defs: { count: { type: 'integer', minimum: 1 } },
};

describe('the limits of an untrusted schema', () => {
  it('accept an ordinary schema', () => {
    expect(findSchemaFault(LOBBY)).toBeNull();
    expect(findSchemaFault(doubling(5))).toBeNull();
  });

  it.each<[string, JsonObject, (string | number)[], RegExp]>([
    ['20 levels of two alternatives', doubling(20), ['$defs', 'l11'], /more than 2000 subschemas/],
    ['a schema that refers to itself', { $ref: '#' }, ['$ref'], /refers to itself/],
    [
      'two definitions that refer to each other',
      { $ref: '#/$defs/a', $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { $ref: '#/$defs/a' } } },
      ['$defs', 'b', '$ref'],
      /refers to itself/,
    ],
    ['a child that refers to its parent', { properties: { a: { $ref: '#' } } }, ['properties', 'a', '$ref'], /itself/],
    ['a remote reference', { $ref: 'https://example.org/schema.json' }, ['$ref'], /must point into this schema/],
    ['a reference to nothing', { items: { $ref: '#/$defs/none' } }, ['items', '$ref'], /points to no subschema/],
    ['a dynamic reference', { $dynamicRef: '#x' }, ['$dynamicRef'], /not supported/],
    ['too much depth', nested(30), Array.from({ length: 24 }, () => ['properties', 'a']).flat(), /deeper than 24/],
    ['a million levels', JSON.parse(`${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}`), [], /deeper than/],
    ['too many bytes', { enum: ['x'.repeat(40_000)] }, [], /larger than 32768 bytes/],
    ['too many alternatives', { anyOf: Array.from({ length: 65 }, () => ({})) }, ['anyOf'], /at most 64 entries/],
    [
      'too many subschemas',
      { properties: Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`p${n}`, {}])) },
      ['properties', 'p499'],
      /more than 500 subschemas/,
    ],
    ['a long pattern', { items: { pattern: 'a'.repeat(300) } }, ['items', 'pattern'], /at most 256 characters/],
    ['a broken pattern', { pattern: '(' }, ['pattern'], /not a regular expression/],
    ['a broken pattern of keys', { patternProperties: { '[': {} } }, ['patternProperties', '['], /regular expression/],
    ['an address inside', { items: { $id: 'https://example.org/x' } }, ['items', '$id'], /at the root only/],
  ])('refuse %s with its path', (_, schema, path, message) => {
    expect(findSchemaFault(schema)).toEqual({ path, message: expect.stringMatching(message) });
  });

  it('are checked in time that grows with the bytes of the schema, whatever it contains', async () => {
    const hostile = [doubling(200), { anyOf: Array.from({ length: 60 }, () => nested(9)) }, doubling(20)];
    const check = () => {
      for (const schema of hostile) expect(findSchemaFault(schema)).not.toBeNull();
    };
    expect(await fastestMs(check)).toBeLessThan(500);
  });
});

describe('applying an untrusted schema', () => {
  it('finds what is wrong with a value', async () => {
    expect(await validateBySchema('lobby_config_schema', LOBBY, { map: 'large', rounds: 2, name: 'abc' })).toEqual([]);
    expect(await validateBySchema('lobby_config_schema', LOBBY, { map: 'huge', other: 1, name: 'ABC' })).toEqual(
      expect.arrayContaining([
        { path: ['map'], message: expect.stringContaining('allowed values') },
        { path: ['name'], message: expect.stringContaining('pattern') },
        { path: [], message: expect.stringContaining('other') },
      ]),
    );
  });

  it.each<[string, JsonObject, unknown]>([
    ['a pattern that backtracks', { pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
    ['a pattern of keys that backtracks', { patternProperties: { '^(a+)+$': {} } }, { [`${'a'.repeat(40)}!`]: 1 }],
    [
      'alternatives that multiply on nested values',
      {
        anyOf: Array.from({ length: 20 }, () => ({
          items: { anyOf: Array.from({ length: 20 }, () => ({ type: 'null' })) },
        })),
      },
      Array.from({ length: 20_000 }, () => 1),
    ],
  ])('is stopped at the time limit, without stalling the event loop: %s', async (_, schema, value) => {
    let turns = 0;
    const beat = setInterval(() => turns++, 5);
    const failure = validateBySchema('lobby_config_schema', schema, value);
    await expect(failure).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: expect.stringMatching(
        /lobby_config_schema cannot be used: (takes longer than 250 ms|needs too much memory)/,
      ),
    });
    clearInterval(beat);
    // A stalled event loop has none or one in the 250 ms.
    expect(turns).toBeGreaterThan(5);
    expect(await validateBySchema('lobby_config_schema', LOBBY, { rounds: 1 })).toEqual([]);
  });

  it('refuses a slow schema immediately when it was slow a moment ago', async () => {
    const schema = { pattern: '^(b+)+$' };
    const value = `${'b'.repeat(40)}!`;
    await expect(validateBySchema('x', schema, value)).rejects.toMatchObject({ code: 'EXPERIENCE_ERROR' });
    const again = () =>
      expect(validateBySchema('x', schema, value)).rejects.toMatchObject({ code: 'EXPERIENCE_ERROR' });
    expect(await fastestMs(again)).toBeLessThan(100);
  });

  it('names a stored schema that exceeds the limits', async () => {
    await expect(validateBySchema('lobby_config_schema', { items: { $ref: '#' } }, {})).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: "The experience's lobby_config_schema (items.$ref) cannot be used: refers to itself.",
    });
  });

  it('finds a schema that does not compile', async () => {
    expect(await findPublisherSchemaFault({ type: 'nothing' })).toMatchObject({
      path: [],
      message: expect.any(String),
    });
    expect(await findPublisherSchemaFault(LOBBY)).toBeNull();
  });
});
