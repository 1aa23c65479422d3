import { describe, expect, test } from 'vitest';
import { exampleCalls } from '@/components/docs/example-calls';
import { schemaRows } from '@/components/docs/schema-rows';
import { TOOLS } from '@/lib/tools';
import { describeTool, describeTools } from './reference';

test('describes every tool once, in the order of the registry', () => {
  expect(describeTools().map((tool) => tool.name)).toEqual(TOOLS.map((tool) => tool.name));
});

describe.each(describeTools().map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('is found by both spellings', () => {
    expect(describeTool(name)).toBe(tool);
    expect(describeTool(tool.underscored)).toBe(tool);
  });

  test('explains every field that it takes', () => {
    const silent = schemaRows(tool.input).filter((row) => row.depth === 0 && row.description === null);
    expect(silent.map((row) => row.path)).toEqual([]);
  });

  test('shows a REST call whose path is filled in', () => {
    const [, rest] = exampleCalls({ tool, origin: 'http://localhost:3000', key: 'pgos_KEY' });
    expect(rest?.text).not.toMatch(/\{\w+\}/);
  });
});

test('returns no description for an unknown tool', () => {
  expect(describeTool('no.tool')).toBeNull();
  expect(describeTool('__proto__')).toBeNull();
});
