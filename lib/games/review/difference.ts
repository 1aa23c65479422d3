const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_QUOTED_LENGTH = 60;

/**
 * Describes the first difference between two JSON values, with its path; null when they are equal. The order of keys
 * does not matter.
 */
export function findDifference(recorded: unknown, expected: unknown, path = ''): string | null {
  if (Array.isArray(recorded) && Array.isArray(expected)) {
    const length = Math.max(recorded.length, expected.length);
    for (let index = 0; index < length; index++) {
      const found = findDifference(recorded[index], expected[index], `${path}[${index}]`);
      if (found) return found;
    }
    return null;
  }
  if (isObject(recorded) && isObject(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(recorded)])) {
      const found = findDifference(recorded[key], expected[key], path === '' ? key : `${path}.${key}`);
      if (found) return found;
    }
    return null;
  }
  return Object.is(recorded, expected)
    ? null
    : `${path || 'the value'} is ${quote(recorded)}, expected ${quote(expected)}`;
}

/** `findDifference` from the first of some forms of a value; null when it equals one of them. */
export function findDifferenceFromAll(recorded: unknown, forms: readonly unknown[], path = ''): string | null {
  const differences = forms.map((form) => findDifference(recorded, form, path));
  return differences.includes(null) ? null : (differences[0] ?? null);
}

function quote(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}
