import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '@/lib/core/ids';
import { defineTool } from '@/lib/core/tool';
import { findTool, pathNamesOf } from '../find';
import { TOOLS } from '../index';
import { runOperation } from '../run';
import { loosePaths, schemaOf, undescribed } from '../testing/walk-schema';
import { OWNER_OPERATIONS } from './index';

describe.each(OWNER_OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  test('answers an object, and describes every field of it', () => {
    expect(schemaOf(operation.output).type).toBe('object');
    expect(undescribed(schemaOf(operation.output))).toEqual([]);
  });

  test('refuses unknown arguments at any depth, and describes the known ones', () => {
    const { input, examples } = operation;
    expect(loosePaths(schemaOf(input))).toEqual([]);
    expect(undescribed(schemaOf(input))).toEqual([]);
    expect(input.safeParse({ ...(examples[0] as object), no_such_argument: 1 }).success).toBe(false);
  });

  test('accepts its examples', () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    for (const example of operation.examples) {
      expect(operation.input.safeParse(example)).toMatchObject({ success: true });
    }
  });

  test('takes the parameters of its path as arguments', () => {
    const fieldNames = Object.keys(schemaOf(operation.input).properties ?? {});
    expect(pathNamesOf(operation.rest).filter((name) => !fieldNames.includes(name))).toEqual([]);
  });
});

describe('the operations of owners', () => {
  test('have names that no other one and no tool has', () => {
    const names = [...TOOLS, ...OWNER_OPERATIONS].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('are no tools: no agent finds them by their name', () => {
    for (const { name } of OWNER_OPERATIONS) expect(findTool(name)).toBeUndefined();
  });
});

describe('an operation of owners', () => {
  const operation = (answer: object) =>
    defineTool({
      name: 'get_test',
      title: 'Read a league',
      caller: 'anyone',
      rest: 'GET /test/{league_id}',
      input: z.strictObject({ league_id: z.string().regex(/^league_[a-z]+$/), rounds: z.int().optional() }),
      output: z.looseObject({ league_id: z.string() }),
      examples: [{ league_id: 'league_default' }],
      run: async (_context, { league_id }) => ({ league_id, ...answer }),
    });
  const context = {
    who: null as never,
    address: '',
    userAgent: '',
    origin: '',
    cookieHeader: null,
    setCookie: () => {},
  };
  const run = (input: object, answer = {}) =>
    runOperation(operation(answer), input, { ...context, signal: new AbortController().signal });

  test('answers NOT_FOUND for an id in its path in another format than it declares', async () => {
    expect(await run({ league_id: 'league_default' })).toEqual({ league_id: 'league_default' });
    await expect(run({ league_id: newId(), rounds: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Not found: the id is not valid.',
    });
  });

  test('names the path of every other fault', async () => {
    await expect(run({ league_id: 'league_default', rounds: 'x' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['rounds'] }] },
    });
  });

  test('fails in tests when its answer is not the declared one', async () => {
    await expect(run({ league_id: 'league_default' }, { league_id: 1 })).rejects.toThrow('get_test answered what');
  });
});
