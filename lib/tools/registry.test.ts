import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AgentCaller, NO_CONTROLS } from '@/lib/core/caller';
import { ERRORS } from '@/lib/core/errors';
import { type AgentId, newId } from '@/lib/core/ids';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import type { ToolDefinition } from '@/lib/core/tool';
import { scopeOf } from './access';
import { findTool, underscored } from './find';
import { TOOLS } from './index';
import { runTool } from './run';
import { findSchemaDisagreements } from './testing/listed-schema';
import { loosePaths, schemaOf, undescribed } from './testing/walk-schema';

function agentWith(scopes: readonly Scope[]): AgentCaller {
  const keyId = newId();
  return {
    kind: 'agent',
    agentId: newId<AgentId>(),
    ownerId: null,
    displayName: 'Walker',
    isHuman: false,
    isAdmin: false,
    scopes: new Set(scopes),
    controls: NO_CONTROLS,
    credentialId: `key:${keyId}`,
    apiKeyId: keyId,
    audience: null,
    expiresAtS: null,
  };
}

const call = () => ({ transport: 'rest' as const, signal: new AbortController().signal, requestId: newId() });

describe.each(TOOLS.map((tool): [string, ToolDefinition] => [tool.name, tool]))('%s', (name, tool) => {
  it('has a name, texts, a source, a scope and known error codes', () => {
    expect(name).toMatch(/^[a-z]+(?:[._][a-z]+(?:[-_][a-z]+)*)+$/);
    expect(tool.title.length).toBeGreaterThanOrEqual(3);
    expect(tool.description.length).toBeGreaterThan(40);
    expect(tool.source).toMatch(/\.md, /);
    const scopes = [scopeOf(tool)].flat();
    expect(scopes.length).toBeGreaterThan(0);
    for (const scope of scopes) expect(['any', 'public', ...SCOPES]).toContain(scope);
    for (const code of tool.errors) expect(Object.keys(ERRORS)).toContain(code);
  });

  it('takes and answers objects, and rejects unknown arguments at any depth', () => {
    const input = schemaOf(tool.input);
    expect(input.type).toBe('object');
    expect(schemaOf(tool.output).type).toBe('object');
    // league.md allows more than it names, and players of other implementations send it.
    const isOpen = tool.name === 'register_player';
    expect(loosePaths(input)).toEqual(isOpen ? ['$'] : []);
    expect(tool.input.safeParse({ ...(tool.examples[0] as object), no_such_argument: 1 }).success).toBe(isOpen);
  });

  it('describes every argument and every field of its answer, unless a specification fixes the schemas', () => {
    if (tool.listed) return;
    expect(undescribed(schemaOf(tool.input))).toEqual([]);
    expect(undescribed(schemaOf(tool.output))).toEqual([]);
  });

  it('lists schemas that agree with the ones that check calls', () => {
    expect(findSchemaDisagreements(tool)).toEqual([]);
  });

  it('accepts its own examples', () => {
    expect(tool.examples.length).toBeGreaterThan(0);
    for (const example of tool.examples) expect(tool.input.safeParse(example)).toMatchObject({ success: true });
  });

  it('answers FORBIDDEN without its scope and UNAUTHENTICATED without a credential', async () => {
    if (scopeOf(tool) === 'public') return;
    const anonymous = await runTool(name, tool.examples[0], { kind: 'anonymous', address: '' }, call());
    expect(anonymous).toMatchObject({ ok: false, stage: 'scope', error: { code: 'UNAUTHENTICATED' } });
    if (scopeOf(tool) === 'any') return;
    const others = SCOPES.filter((scope) => ![scopeOf(tool)].flat().includes(scope));
    const refused = await runTool(name, tool.examples[0], agentWith(others), call());
    expect(refused).toMatchObject({ ok: false, stage: 'scope', error: { code: 'FORBIDDEN' } });
  });

  it('rejects text that cannot be stored, deep nesting and prototype keys with the path', async () => {
    const caller = agentWith(SCOPES);
    const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) as unknown;
    const hostile: [unknown, (string | number)[]][] = [
      [{ a: ['x\0'] }, ['a', 0]],
      [{ a: { b: '\ud800' } }, ['a', 'b']],
      [JSON.parse('{"a":{"__proto__":{"x":1}}}'), ['a', '__proto__']],
    ];
    for (const [input, path] of hostile) {
      const outcome = await runTool(name, input, caller, call());
      expect(outcome).toMatchObject({
        ok: false,
        stage: 'parse',
        error: { code: 'VALIDATION_ERROR', details: { issues: [{ path }] } },
      });
    }
    expect(await runTool(name, { a: deep }, caller, call())).toMatchObject({ ok: false, stage: 'parse' });
    expect(await runTool(name, 'text', caller, call())).toMatchObject({ ok: false, stage: 'parse' });
  });

  it('takes the parameters of its path as arguments', () => {
    const inPath = [...(tool.rest ?? '').matchAll(/\{(\w+)\}/g)].map(([, field]) => field);
    const fieldNames = Object.keys(schemaOf(tool.input).properties ?? {});
    expect(inPath.filter((field) => !fieldNames.includes(field as string))).toEqual([]);
  });
});

describe('the registry', () => {
  it('has each name and each route once, in both spellings', () => {
    const spellings = TOOLS.flatMap(({ name }) => [...new Set([name, underscored(name)])]);
    expect(new Set(spellings).size).toBe(spellings.length);
    const routes = TOOLS.flatMap(({ rest }) => (rest ? [rest.replaceAll(/\{\w+\}/g, '{}')] : []));
    expect(new Set(routes).size).toBe(routes.length);
    for (const tool of TOOLS) {
      expect(findTool(tool.name)).toBe(tool);
      expect(findTool(underscored(tool.name))).toBe(tool);
    }
  });

  it('answers an unknown tool as not found', async () => {
    for (const name of ['no.such', '__proto__', 'constructor', '']) {
      const outcome = await runTool(name, {}, agentWith(SCOPES), call());
      expect(outcome).toMatchObject({ ok: false, stage: 'find', error: { code: 'NOT_FOUND' } });
    }
  });

  /** The relay's protocol has a message with the name of a tool. external-agent-protocol.md, 4.1. */
  const MESSAGE_TYPES = 'relay/message-types.ts';

  it('is the only place that names a tool: no transport does', async () => {
    const root = join(import.meta.dirname, '../transport');
    const entries = await readdir(root, { recursive: true });
    const files = entries.filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|conformance|testing|docs/.test(file));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files.filter((name) => name !== MESSAGE_TYPES)) {
      const source = await readFile(join(root, file), 'utf8');
      const named = TOOLS.filter(({ name }) => source.includes(`'${name}'`) || source.includes(`"${name}"`));
      expect({ file, named: named.map(({ name }) => name) }).toEqual({ file, named: [] });
    }
  });
});
