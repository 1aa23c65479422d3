const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LONGEST = 60;

/**
 * Where two JSON values first differ, in words; null when they are equal. Keys are compared as sets, so that their order
 * does not matter.
 */
export function findDifference(told: unknown, given: unknown, path = ''): string | null {
  if (Array.isArray(told) && Array.isArray(given)) {
    const length = Math.max(told.length, given.length);
    for (let index = 0; index < length; index++) {
      const found = findDifference(told[index], given[index], `${path}[${index}]`);
      if (found) return found;
    }
    return null;
  }
  if (isObject(told) && isObject(given)) {
    for (const key of new Set([...Object.keys(given), ...Object.keys(told)])) {
      const found = findDifference(told[key], given[key], path === '' ? key : `${path}.${key}`);
      if (found) return found;
    }
    return null;
  }
  return Object.is(told, given)
    ? null
    : `${path || 'the value'} was told as ${shown(told)}, and the rules give ${shown(given)}`;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
