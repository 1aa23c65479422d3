import { isUlid } from '@/lib/core/ids';
import { isJsonObject } from '@/lib/core/json';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { readEventsById } from './store';

/** A reference takes about 40 characters. */
const MIN_CHARS = 64;

/**
 * A stored object with every long text of its fields that an event says too replaced by a reference: `{ "$message": id }` for
 * the field `message` of the event. So what a player says is stored once. A field of the object must not be an object of that
 * form itself.
 */
export function withReferences(value: unknown, events: readonly Pick<StreamEvent, 'id' | 'data'>[]): unknown {
  return mapTexts(value, (text) => {
    for (const { id, data } of events) {
      const field = Object.keys(data).find((key) => data[key] === text);
      if (field !== undefined) return { [`$${field}`]: id };
    }
    return text;
  });
}

/** Replaces the long texts of an object's fields; the object itself when nothing changes. */
export function mapTexts(value: unknown, replace: (text: string) => unknown): unknown {
  if (!isJsonObject(value)) return value;
  let changed: Record<string, unknown> | null = null;
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== 'string' || field.length < MIN_CHARS) continue;
    const replaced = replace(field);
    if (replaced === field) continue;
    changed ??= { ...value };
    changed[name] = replaced;
  }
  return changed ?? value;
}

/** The field and the id of a reference; null for any other value. */
function readReference(value: unknown): { field: string; id: string } | null {
  if (!isJsonObject(value)) return null;
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0) return null;
  const [name, id] = entry;
  return name.startsWith('$') && typeof id === 'string' && isUlid(id) ? { field: name.slice(1), id } : null;
}

/** What stands in place of a text whose event has left to the archive. */
export const ARCHIVED_TEXT = '[archived]';

/** Objects of one stream with their texts in place of references. One query where there are references, else none. */
export async function restoreTexts(stream: StreamName, values: readonly unknown[]): Promise<unknown[]> {
  const referred = values.flatMap((value) =>
    isJsonObject(value) ? Object.values(value).flatMap((field) => readReference(field)?.id ?? []) : [],
  );
  if (referred.length === 0) return [...values];
  const events = await readEventsById([...new Set(referred)].map((id) => ({ stream, id })));
  const dataOf = new Map(events.map(({ id, data }) => [id, data]));
  const textOf = (field: unknown): unknown => {
    const reference = readReference(field);
    return reference ? (dataOf.get(reference.id)?.[reference.field] ?? ARCHIVED_TEXT) : field;
  };
  return values.map((value) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, textOf(field)]))
      : value,
  );
}
