/** Deeper levels, further fields and longer names are left out: a shape is a line of a log. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 20;
const MAX_NAME_LENGTH = 40;
const MAX_LENGTH = 500;

/**
 * The shape of the arguments of a call, without their values: names of fields, types, lengths of strings and arrays.
 * `{ session_id: string(36), action: { type: string(5) } }`; at most 500 characters. Null for a call without arguments.
 */
export function describeShape(input: unknown): string | null {
  if (input === undefined || input === null || isEmptyObject(input)) return null;
  const text = shapeOf(input, 0);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}

function shapeOf(value: unknown, depth: number): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `string(${value.length})`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `array(${value.length})`;
  return typeof value === 'object' ? objectShape(value, depth) : typeof value;
}

function objectShape(value: object, depth: number): string {
  const names = Object.keys(value);
  if (names.length === 0) return '{}';
  if (depth === MAX_DEPTH) return `object(${names.length})`;
  const fields = names.slice(0, MAX_FIELDS).map((name) => {
    const shape = shapeOf((value as Record<string, unknown>)[name], depth + 1);
    return `${name.slice(0, MAX_NAME_LENGTH)}: ${shape}`;
  });
  if (names.length > MAX_FIELDS) fields.push(`${names.length - MAX_FIELDS} more`);
  return `{ ${fields.join(', ')} }`;
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const _ in value) return false;
  return true;
}

/** Shorter values are moves and words of the game; longer ones may be secrets. */
const MIN_MASKED_LENGTH = 6;
const MAX_VALUES = 200;

/** A message in which the values of arguments are replaced: an experience may repeat a password that it refuses. */
export function maskValues(message: string, input: unknown): string {
  const values = [...new Set(stringsIn(input))].sort((a, b) => b.length - a.length);
  return values.reduce((text, value) => text.replaceAll(value, '…'), message);
}

/** Without recursion: arguments can be nested ten thousand levels deep. */
function stringsIn(input: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [input];
  while (open.length > 0 && found.length < MAX_VALUES) {
    const value = open.pop();
    if (typeof value === 'string' && value.length >= MIN_MASKED_LENGTH) found.push(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) open.push(inner);
  }
  return found;
}
