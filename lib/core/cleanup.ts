import { once } from './globals';
import { log } from './log';

/** Removes rows that are no longer needed. */
export interface Cleanup {
  /** The table, or what is removed; unique. */
  name: string;
  /** Rows of one batch; 1,000 when absent. */
  batchSize?: number;
  /** Removes at most `limit` rows. Returns how many; fewer than `limit` when none is left. */
  removeBatch(limit: number): Promise<number>;
}

const BATCH_SIZE = 1_000;

/** By name, because Next loads a module twice in one process: the second registration replaces the first. */
const cleanups = () => once('cleanups', () => new Map<string, Cleanup>());

/** Registers a clean-up. The module that owns the table calls it when it is loaded. */
export function registerCleanup(cleanup: Cleanup): void {
  cleanups().set(cleanup.name, cleanup);
}

/** The names of all registered clean-ups. */
export function listCleanups(): string[] {
  return [...cleanups().keys()].sort();
}

/**
 * Runs the registered clean-ups one after the other, each batch by batch, so that they use one connection and hold locks for a
 * short time. One that fails is logged and does not stop the others. No batch begins after `stopping` aborts.
 */
export async function runCleanups(stopping: AbortSignal): Promise<void> {
  for (const { name, batchSize = BATCH_SIZE, removeBatch } of cleanups().values()) {
    try {
      let removed = batchSize;
      while (removed >= batchSize && !stopping.aborted) removed = await removeBatch(batchSize);
    } catch (error) {
      log.error({ err: error, cleanup: name }, 'a clean-up failed; the next hour tries again');
    }
  }
}
