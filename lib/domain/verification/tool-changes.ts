import { canonicalJson, isJsonObject } from '@/lib/core/json';
import { sha256Hex } from '@/lib/core/rng';
import { cleanText, readableText, type UpstreamTool } from '@/lib/gateway';
import type { SchemaChange, ToolChange } from './verification.schema';

const MAX_CHANGES = 100;
const MAX_SCHEMA_CHANGES = 30;
const MAX_DESCRIPTION_CHARACTERS = 2_000;
const MAX_VALUE_CHARACTERS = 300;

interface Definition {
  name: string;
  description: string;
  inputSchema: unknown;
}

function comparable(tools: readonly UpstreamTool[]): Definition[] {
  return tools
    .map(({ name, description, inputSchema }) => ({
      name,
      description: description ?? '',
      inputSchema: inputSchema ?? null,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A hash of the names, descriptions and schemas of a server's tools. */
export function hashTools(tools: readonly UpstreamTool[]): string {
  return sha256Hex(canonicalJson(comparable(tools)));
}

/** What differs between two lists of tools: names, descriptions and each place of their schemas. At most 100 tools. */
export function findToolChanges(before: readonly UpstreamTool[], after: readonly UpstreamTool[]): ToolChange[] {
  const old = new Map(comparable(before).map((tool) => [tool.name, tool]));
  const now = new Map(comparable(after).map((tool) => [tool.name, tool]));
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((name) => findChange(name, old.get(name), now.get(name))).slice(0, MAX_CHANGES);
}

function findChange(name: string, old: Definition | undefined, now: Definition | undefined): ToolChange[] {
  const description = {
    before: old ? displayText(old.description) : null,
    after: now ? displayText(now.description) : null,
  };
  const tool = cleanText(name);
  if (!old || !now) return [{ tool, change: old ? 'removed' : 'added', description, schema: [] }];
  if (canonicalJson(old) === canonicalJson(now)) return [];
  const schema: SchemaChange[] = [];
  compare(old.inputSchema, now.inputSchema, [], schema);
  return [{ tool, change: 'changed', description: old.description === now.description ? null : description, schema }];
}

const displayText = (text: string): string => readableText(text, MAX_DESCRIPTION_CHARACTERS);

/** A value of a schema as text; null where there is none. */
function valueText(value: unknown): string | null {
  return value === undefined ? null : readableText(JSON.stringify(value), MAX_VALUE_CHARACTERS);
}

/** Adds every place at which two values differ. Schemas are not deeper than the gateway allows. */
function compare(before: unknown, after: unknown, path: readonly string[], found: SchemaChange[]): void {
  if (found.length >= MAX_SCHEMA_CHANGES || canonicalJson(before ?? null) === canonicalJson(after ?? null)) return;
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (!old || !now || Array.isArray(before) !== Array.isArray(after)) {
    found.push({ path: cleanText(path.join('.')), before: valueText(before), after: valueText(after) });
    return;
  }
  for (const key of new Set([...old.keys(), ...now.keys()])) compare(old.get(key), now.get(key), [...path, key], found);
}

function entriesOf(value: unknown): Map<string, unknown> | null {
  return Array.isArray(value) || isJsonObject(value) ? new Map(Object.entries(value)) : null;
}

/** Changes as one line. */
export function summarizeToolChanges(changes: readonly ToolChange[]): string {
  const words = (['added', 'removed', 'changed'] as const).flatMap((change) => {
    const tools = changes.filter((one) => one.change === change).map(({ tool }) => tool);
    return tools.length > 0 ? [`${change} ${tools.join(', ')}`] : [];
  });
  return words.join('; ');
}
