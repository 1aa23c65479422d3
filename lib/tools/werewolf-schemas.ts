import { z } from 'zod';
import type { JsonObject } from '@/lib/core/json';
import type { ToolDefinition } from '@/lib/core/tool';
import specification from './werewolf-tools.json';

/** A tool as werewolf-tools.json, a copy of the specification's registry, lists it. */
interface SpecifiedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject;
  annotations: JsonObject;
}

/** What every answer has; a failure has nothing else. decisions.md, Werewolf, Schemas. */
const ALWAYS_REQUIRED = ['ok', 'serverTime', 'error'];

/** The parts of a definition that are the same for every tool, or that the specification fixes. */
export type Specified = Pick<
  ToolDefinition,
  'name' | 'toolset' | 'source' | 'group' | 'title' | 'description' | 'output'
> & {
  listed: NonNullable<ToolDefinition['listed']>;
};

/** What the specification fixes of a tool. Answers are checked against the listed schema itself. */
export function specified(name: string): Specified {
  const tool = (specification as unknown as SpecifiedTool[]).find((one) => one.name === name);
  if (!tool) throw new Error(`werewolf-tools.json has no ${name}`);
  const output = { ...tool.outputSchema, required: ALWAYS_REQUIRED };
  return {
    name,
    toolset: 'werewolf',
    source: 'werewolf.md, 8.5',
    group: 'Werewolf',
    title: tool.title,
    description: tool.description,
    output: z.fromJSONSchema(output as Parameters<typeof z.fromJSONSchema>[0]),
    listed: { input: tool.inputSchema, output, annotations: tool.annotations },
  };
}
