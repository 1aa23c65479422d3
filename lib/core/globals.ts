const KEY: unique symbol = Symbol.for('botplay');

/** Looked up once per copy of this module; the map belongs to the process. */
const instances = instanceMap(globalThis as { [KEY]?: Map<string, unknown> });

function instanceMap(process: { [KEY]?: Map<string, unknown> }): Map<string, unknown> {
  process[KEY] ??= new Map();
  return process[KEY];
}

/**
 * Returns the process-wide instance of `name`, made on first use. Next bundles `app/` apart from `server/`, so each
 * module is loaded twice; pools, buses and caches that both must share are kept on globalThis.
 */
export function once<T>(name: string, make: () => T): T {
  const existing = instances.get(name);
  if (existing !== undefined) return existing as T;
  const instance = make();
  instances.set(name, instance);
  return instance;
}

/** Removes an instance, so that the next `once` makes it again: for tests that change what it depends on. */
export function resetOnce(name: string): void {
  instances.delete(name);
}
