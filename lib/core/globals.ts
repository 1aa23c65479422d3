/**
 * One instance per process. Next bundles `app/` apart from `server/`, so a module is loaded twice;
 * what both must share (pools, buses, caches) is made once here, on globalThis.
 */
export function once<T>(name: string, make: () => T): T {
  const key = Symbol.for(`botplay.${name}`);
  const store = globalThis as unknown as Record<symbol, T | undefined>;
  const existing = store[key];
  if (existing !== undefined) return existing;
  const made = make();
  store[key] = made;
  return made;
}
