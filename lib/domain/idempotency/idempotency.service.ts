import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { claim, deleteExpired, find, finish, type KeyOf, release } from './idempotency.repo';

const KEEP_S = 24 * 60 * 60;
/** Longer than any tool runs; an unfinished key of that age belongs to a process that is gone. */
const ABANDONED_S = 60;
const POLL_MS = 100;
/** A caller waits this long for the first call with its key. */
const WAIT_MS = 65_000;

export type { KeyOf } from './idempotency.repo';
export type Claimed = { state: 'new' } | { state: 'done'; answer: unknown };

/** Calls of this process that hold a key: their twins wait for them without asking the database. */
function running(): Map<string, { done: Promise<void>; settle: () => void }> {
  return once('idempotency.running', () => new Map());
}

const nameOf = (of: KeyOf): string => `${of.agentId}\n${of.tool}\n${of.key}`;

/**
 * Claims an idempotency key for one call. The first call gets `new` and must end with `finishKey` or `releaseKey`;
 * a repeated one gets the stored answer, waiting while the first still runs. Answers are kept for 24 hours.
 * Specification: decisions.md, Idempotency.
 * @throws IDEMPOTENCY_CONFLICT when the key was used with other arguments.
 */
export async function claimKey(args: KeyOf & { inputHash: string }): Promise<Claimed> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    if (await claim(args, args.inputHash, { keepS: KEEP_S, abandonedS: ABANDONED_S })) {
      markRunning(args);
      return { state: 'new' };
    }
    const row = await find(args);
    if (row && row.input_hash !== args.inputHash) throw conflict(args.key);
    if (row?.finished) return { state: 'done', answer: JSON.parse(row.answer ?? 'null') };
    if (Date.now() > deadline) {
      throw new AppError('INTERNAL_ERROR', 'The first call with this idempotency key has not finished. Try again.');
    }
    await twinOrPause(args);
  }
}

/** Stores the answer, which later calls with the key get. */
export async function finishKey(args: KeyOf & { answer: unknown }): Promise<void> {
  try {
    await finish(args, JSON.stringify(args.answer));
  } finally {
    settle(args);
  }
}

/** Forgets the key of a call that failed, so that it may be tried again. */
export async function releaseKey(args: KeyOf): Promise<void> {
  try {
    await release(args);
  } finally {
    settle(args);
  }
}

/**
 * Notes that something with an effect elsewhere is about to be sent; false when it was noted before. Unlike `claimKey`
 * an unfinished note is never taken over: whoever sent it may have had the effect.
 */
export async function claimSend(of: KeyOf): Promise<boolean> {
  return claim(of, '', { keepS: KEEP_S, abandonedS: KEEP_S });
}

/** Deletes what is older than 24 hours; a job calls it. Returns how many. */
export async function forgetOldKeys(): Promise<number> {
  return deleteExpired(KEEP_S);
}

/** The conflict of a key that was used for something else. */
export function conflict(key: string): AppError {
  return new AppError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used with other arguments.', {
    details: { idempotency_key: key },
  });
}

function markRunning(of: KeyOf): void {
  let settleIt: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    settleIt = resolve;
  });
  running().set(nameOf(of), { done, settle: settleIt });
}

function settle(of: KeyOf): void {
  const name = nameOf(of);
  running().get(name)?.settle();
  running().delete(name);
}

async function twinOrPause(of: KeyOf): Promise<void> {
  const pause = new Promise<void>((resolve) => setTimeout(resolve, POLL_MS));
  const twin = running().get(nameOf(of));
  await Promise.race(twin ? [twin.done, new Promise<void>((resolve) => setTimeout(resolve, 10 * POLL_MS))] : [pause]);
}
