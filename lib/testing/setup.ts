import { randomUUID } from 'node:crypto';
import { inject, vi } from 'vitest';
import { databaseUrl } from './url';

// Files of tests run one after the other in a worker, which loads the packages of node_modules once. Before each file: what the one
// before it left ends, and our modules, what they registered, their instances and the environment are new. The database exists
// when the file calls useDatabase.

type Timer = typeof setTimeout | typeof setInterval;

/** What the worker had before its first file, and what the running file has left until now. */
interface WorkerState {
  environment: NodeJS.ProcessEnv;
  setTimeout: typeof setTimeout;
  setInterval: typeof setInterval;
  listeners: Map<string | symbol, Set<unknown>>;
  timers: Set<NodeJS.Timeout>;
}

const INSTANCES = Symbol.for('botplay');
const shared = globalThis as typeof globalThis & {
  botplayTestWorker?: WorkerState;
  [INSTANCES]?: Map<string, unknown>;
};

function listenersOf(name: string | symbol): Set<unknown> {
  return new Set(process.listeners(name as NodeJS.Signals));
}

shared.botplayTestWorker ??= {
  environment: { ...process.env },
  setTimeout,
  setInterval,
  listeners: new Map(process.eventNames().map((name) => [name, listenersOf(name)])),
  timers: new Set(),
};
const worker = shared.botplayTestWorker;

/** A timer of the global scope that `timers` lists until it has ended. */
function listed<T extends Timer>(start: T, isRepeated: boolean, timers: Set<NodeJS.Timeout>): T {
  const startListed = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = start(
      isRepeated
        ? run
        : (...given: unknown[]) => {
            timers.delete(timer);
            run(...given);
          },
      ms,
      ...args,
    );
    timers.add(timer);
    return timer;
  };
  // `promisify` finds the promise of a timer by a property.
  return Object.defineProperties(startListed, Object.getOwnPropertyDescriptors(start)) as T;
}

function endLeftovers(): void {
  vi.useRealTimers();
  for (const timer of worker.timers) clearTimeout(timer);
  worker.timers = new Set();
  globalThis.setTimeout = listed(worker.setTimeout, false, worker.timers);
  globalThis.setInterval = listed(worker.setInterval, true, worker.timers);
  for (const name of process.eventNames())
    for (const listener of listenersOf(name))
      if (!worker.listeners.get(name)?.has(listener)) process.removeListener(name, listener as () => void);
  // Metrics observe the process, which would keep them and all that they count.
  (shared[INSTANCES]?.get('metrics') as { registry: { clear(): void } } | undefined)?.registry.clear();
  shared[INSTANCES] = new Map();
  vi.resetModules();
}

endLeftovers();
for (const name of Object.keys(process.env)) delete process.env[name];
const name = `botplay_test_${randomUUID().replaceAll('-', '')}`;
Object.assign(process.env, worker.environment, {
  DATABASE_URL: databaseUrl(inject('database').server, name),
  BOTPLAY_EMBEDDED: '1',
  REDIS_URL: '',
  NEXTAUTH_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'test-nextauth-secret-of-enough-length',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  IDENTITY_KEY: 'test-identity-key-of-enough-length',
  JWT_KEYS: 'j1:dGVzdC1qd3Qta2V5LW9mLWVub3VnaC1sZW5ndGgtMzI=',
});
await import('@/lib/core/fault-words');
