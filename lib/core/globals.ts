const KEY: unique symbol = Symbol.for('botplay');

/** Looked up once for each copy of this module; the map itself is the process's. */
const made = instances(globalThis as { [KEY]?: Map<string, unknown> });

function instances(process: { [KEY]?: Map<string, unknown> }): Map<string, unknown> {
  process[KEY] ??= new Map();
  return process[KEY];
}

/**
 * One instance per process. Next bundles `app/` apart from `server/`, so a module is loaded twice;
 * what both must share (pools, buses, caches) is made once here, on globalThis.
 */
export function once<T>(name: string, make: () => T): T {
  const existing = made.get(name);
  if (existing !== undefined) return existing as T;
  const instance = make();
  made.set(name, instance);
  return instance;
}

/** Lets `once` make an instance again: for tests that change what it was made from. */
export function makeAgain(name: string): void {
  made.delete(name);
}
