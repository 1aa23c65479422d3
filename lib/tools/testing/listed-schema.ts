import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ToolDefinition } from '@/lib/core/tool';

/** Values close to an example: without a field, with an unknown one, and with each field of another type. */
function variantsOf(example: Record<string, unknown>): unknown[] {
  const fields = Object.keys(example);
  return [
    ...fields.map((field) => Object.fromEntries(Object.entries(example).filter(([name]) => name !== field))),
    { ...example, no_such_field: 1 },
    ...fields.flatMap((field) => [null, 7, '', {}, []].map((value) => ({ ...example, [field]: value }))),
  ];
}

/**
 * Inputs that only one of a tool's two input schemas accepts: the listed one and the zod one that checks calls. It tries
 * the tool's examples and values close to them.
 * @returns each disagreement as text; none when the schemas agree
 */
export function findSchemaDisagreements(tool: ToolDefinition): string[] {
  if (!tool.listed) return [];
  const accepts = new Ajv2020({ strict: false }).compile(tool.listed.input);
  const examples = tool.examples as readonly Record<string, unknown>[];
  return [...examples, ...examples.flatMap(variantsOf)].flatMap((value) => {
    const [byList, byZod] = [accepts(value), tool.input.safeParse(value).success];
    return byList === byZod ? [] : [`${tool.name} ${JSON.stringify(value)}: listed ${byList}, zod ${byZod}`];
  });
}
