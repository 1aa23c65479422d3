import { z } from 'zod';

interface SchemaPart {
  type?: string;
  description?: string;
  properties?: Record<string, SchemaPart>;
  additionalProperties?: unknown;
  items?: SchemaPart;
  anyOf?: SchemaPart[];
  oneOf?: SchemaPart[];
  allOf?: SchemaPart[];
  $defs?: Record<string, SchemaPart>;
}

/** The JSON Schema of what a schema takes. */
export const schemaOf = (schema: z.ZodType): SchemaPart =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' }) as SchemaPart;

const isPart = (value: unknown): value is SchemaPart => typeof value === 'object' && value !== null;

/** Every part of a schema with the path that leads to it. */
function walk(part: SchemaPart, path = '$'): { path: string; part: SchemaPart }[] {
  const below = [
    ...Object.entries(part.properties ?? {}).map(([name, one]) => [`${path}.${name}`, one] as const),
    ...Object.entries(part.$defs ?? {}).map(([name, one]) => [`${path}#${name}`, one] as const),
    ...(part.items ? [[`${path}[]`, part.items] as const] : []),
    ...(isPart(part.additionalProperties) ? [[`${path}{}`, part.additionalProperties] as const] : []),
    ...[part.anyOf, part.oneOf, part.allOf].flatMap((list) =>
      (list ?? []).map((one, n) => [`${path}|${n}`, one] as const),
    ),
  ];
  return [{ path, part }, ...below.flatMap(([where, one]) => walk(one, where))];
}

/** Objects that silently accept misspelt arguments: they neither reject unknown fields nor declare what they allow. */
export function loosePaths(schema: SchemaPart): string[] {
  return walk(schema)
    .filter(
      ({ part }) => part.type === 'object' && part.properties !== undefined && part.additionalProperties === undefined,
    )
    .map(({ path }) => path);
}

/** Named fields without a description, at any depth. */
export function undescribed(schema: SchemaPart): string[] {
  return walk(schema)
    .flatMap(({ path, part }) =>
      Object.entries(part.properties ?? {}).map(([field, one]) => [`${path}.${field}`, one] as const),
    )
    .filter(([, part]) => !part.description)
    .map(([path]) => path);
}
