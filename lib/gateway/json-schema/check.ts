import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { AppError, type Issue } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { findWorkerProgram } from '@/lib/core/worker-program';
import { findSchemaFault } from './limits';
import type { SchemaResult, SchemaTask } from './schema-worker';

/** A schema within the limits is applied in less than a millisecond; compiling it takes some milliseconds. */
const TIME_LIMIT_MS = 250;
const START_LIMIT_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 64;
const MAX_WAITING = 64;
/** Schemas that exceeded the time limit are not tried again for a while, so that one cannot keep the thread busy. */
const MAX_SLOW_SCHEMAS = 1_000;
const SLOW_SCHEMA_MS = 60_000;

const TOO_SLOW = `takes longer than ${TIME_LIMIT_MS} ms`;

/**
 * One thread that compiles and applies schemas, one at a time, so that the time limit counts the work alone. A task that
 * exceeds it ends with the thread; the next task starts another one.
 */
class SchemaThread {
  readonly #pool = new Piscina<SchemaTask, SchemaResult>({
    ...findWorkerProgram('schema-worker', import.meta.url),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    execArgv: [],
  });
  readonly #slow = new LRUCache<string, true>({ max: MAX_SLOW_SCHEMAS, ttl: SLOW_SCHEMA_MS });
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor() {
    this.#pool.on('error', (error: unknown) => log.warn({ err: error }, 'the schema thread failed'));
  }

  async run(task: SchemaTask): Promise<SchemaResult> {
    if (this.#slow.has(task.schema)) return { fault: TOO_SLOW };
    if (this.#waiting >= MAX_WAITING) {
      throw new AppError('POOL_EXHAUSTED', 'Too many schemas are being checked. Try again.', { retryAfterS: 1 });
    }
    this.#waiting++;
    const result = this.#last.then(() => this.#runAlone(task));
    this.#last = result.catch(() => undefined).then(() => this.#waiting--);
    return result;
  }

  async #runAlone(task: SchemaTask): Promise<SchemaResult> {
    if (this.#slow.has(task.schema)) return { fault: TOO_SLOW };
    if (this.#pool.threads.length === 0) {
      await this.#pool.run({ schema: '{}' }, { signal: AbortSignal.timeout(START_LIMIT_MS) });
    }
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await this.#pool.run(task, { signal });
    } catch (error) {
      this.#slow.set(task.schema, true);
      if (signal.aborted) return { fault: TOO_SLOW };
      log.warn({ err: error }, 'a schema ended its worker thread');
      return { fault: 'needs too much memory' };
    }
  }
}

const thread = () => once('gateway.schema_thread', () => new SchemaThread());

/** Limits are checked once for a schema object: catalog rows are cached. */
const limitFaults = new WeakMap<JsonObject, { fault: Issue | null; text: string }>();

function checkedText(schema: JsonObject): { fault: Issue | null; text: string } {
  const cached = limitFaults.get(schema);
  if (cached) return cached;
  const fault = findSchemaFault(schema);
  const checked = { fault, text: fault ? '' : JSON.stringify(schema) };
  limitFaults.set(schema, checked);
  return checked;
}

/**
 * The first fault of a publisher's schema: over a limit, or it does not compile. Null when it can be used.
 */
export async function findPublisherSchemaFault(schema: JsonObject): Promise<Issue | null> {
  const { fault, text } = checkedText(schema);
  if (fault) return fault;
  const result = await thread().run({ schema: text });
  return result.fault === null ? null : { path: [], message: result.fault };
}

/**
 * Checks a value against a publisher's JSON Schema (draft 2020-12); empty when it is valid. Compiling and applying
 * happen in a thread with a time limit: no schema stalls the event loop.
 * @param name how the schema is called in the error, for example `lobby_config_schema`
 * @throws EXPERIENCE_ERROR naming the schema when it cannot be used; POOL_EXHAUSTED when too many wait
 */
export async function validateBySchema(name: string, schema: JsonObject, value: unknown): Promise<Issue[]> {
  const { fault, text } = checkedText(schema);
  if (fault) throw unusable(name, [...fault.path].join('.'), fault.message);
  const result = await thread().run({ schema: text, value });
  if (result.fault !== null) throw unusable(name, '', result.fault);
  return result.issues;
}

function unusable(name: string, path: string, message: string): AppError {
  const where = path === '' ? name : `${name} (${path})`;
  return new AppError('EXPERIENCE_ERROR', `The experience's ${where} cannot be used: ${message}.`, {
    retryable: false,
    details: { schema: name },
  });
}
