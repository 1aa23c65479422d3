import type { z } from 'zod';
import { InputFault } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';

/** As many unknown fields are left to the schema, which reports them together with the other faults. */
const MAX_UNKNOWN_FIELDS = 20;

/** The names of the fields of a schema that allows no others; null for every other schema. */
function knownFields(schema: z.ZodType): Record<string, unknown> | null {
  const { shape, catchall } = schema.def as { shape?: Record<string, unknown>; catchall?: z.ZodType };
  return shape && catchall?.def.type === 'never' ? shape : null;
}

/**
 * The first unknown fields of an object that has more of them than an honest mistake; null for every other value. The
 * rest is not read: what unknown fields cost must not grow with their number.
 */
export function findUnknownFields(schema: z.ZodType, value: unknown): string[] | null {
  const fieldNames = knownFields(schema);
  if (!fieldNames || !isJsonObject(value)) return null;
  const unknown: string[] = [];
  for (const name in value) {
    if (!Object.hasOwn(fieldNames, name) && unknown.push(name) > MAX_UNKNOWN_FIELDS) return unknown;
  }
  return null;
}

/**
 * Refuses an object with too many unknown fields before it is walked or copied.
 * @throws InputFault that names the first unknown fields
 */
export function refuseUnknownFields(schema: z.ZodType, value: unknown): void {
  const keys = findUnknownFields(schema, value);
  if (keys) throw new InputFault([{ path: [], message: 'Unrecognized keys', keys }]);
}
