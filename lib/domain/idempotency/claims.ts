import { createHash } from 'node:crypto';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { canonicalJson } from '@/lib/core/json';
import { idempotencyConflict } from './conflict';
import { deleteClaim, deleteExpired, findClaim, insertClaim, type KeyOf, storeAnswer } from './idempotency.repo';

const EXPIRES_S = 24 * 60 * 60;
/** Longer than any tool runs: an unfinished claim of this age belongs to a process that has stopped. */
const ABANDONED_S = 60;
const POLL_MS = 100;
/** A call waits this long for the first call with its key. */
const MAX_WAIT_MS = 65_000;

export type { KeyOf } from './idempotency.repo';

interface RunningCall {
  done: Promise<void>;
  finish: () => void;
}

/** Calls of this process that have claimed a key: repeated ones wait for them without asking the database. */
const runningCalls = () => once('idempotency.running', () => new Map<string, RunningCall>());

const nameOf = (of: KeyOf): string => `${of.agentId}\n${of.tool}\n${of.key}`;

/**
 * Runs a call at most once for its key. A repeated call gets the stored answer and waits while the first one runs; a
 * call that fails releases the key. Answers are stored for 24 hours.
 * Specification: decisions.md, Idempotency.
 * @param args.input the arguments without the key; a repeated call must have the same
 * @throws IDEMPOTENCY_CONFLICT when the key was used with other arguments; what `work` throws
 */
export async function runClaimed(args: KeyOf & { input: unknown }, work: () => Promise<unknown>): Promise<unknown> {
  const { input, ...of } = args;
  const inputHash = createHash('sha256').update(canonicalJson(input)).digest('hex');
  const earlier = await claimOrFind(of, inputHash);
  if (earlier) return earlier.answer;
  let answer: unknown;
  try {
    answer = await work();
  } catch (thrown) {
    await releaseKey(of);
    throw thrown;
  }
  try {
    await storeAnswer(of, JSON.stringify(answer));
  } finally {
    finishRunning(of);
  }
  return answer;
}

/** Null when the key is claimed for this call; else the answer of the first call. */
async function claimOrFind(of: KeyOf, inputHash: string): Promise<{ answer: unknown } | null> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    if (await insertClaim(of, inputHash, { expiresS: EXPIRES_S, abandonedS: ABANDONED_S })) {
      startRunning(of);
      return null;
    }
    const claim = await findClaim(of);
    if (claim && claim.input_hash !== inputHash) throw idempotencyConflict(of.key);
    if (claim?.finished) return { answer: JSON.parse(claim.answer ?? 'null') };
    if (Date.now() > deadline) {
      throw new AppError('INTERNAL_ERROR', 'The first call with this idempotency key has not finished. Try again.');
    }
    await waitForFirstCall(of);
  }
}

/** Releases the key of a call that failed or was not sent, so that it may be tried again. */
export async function releaseKey(of: KeyOf): Promise<void> {
  try {
    await deleteClaim(of);
  } finally {
    finishRunning(of);
  }
}

/**
 * Stores that a keyed action is about to be sent to another server; false when it was stored before. An unfinished claim
 * is never taken over, because its action may have taken effect.
 */
export async function claimSend(of: KeyOf): Promise<boolean> {
  return insertClaim(of, '', { expiresS: EXPIRES_S, abandonedS: EXPIRES_S });
}

/** Deletes claims older than 24 hours; a job calls it. Returns how many. */
export async function deleteExpiredKeys(): Promise<number> {
  return deleteExpired(EXPIRES_S);
}

function startRunning(of: KeyOf): void {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  runningCalls().set(nameOf(of), { done, finish });
}

function finishRunning(of: KeyOf): void {
  const name = nameOf(of);
  runningCalls().get(name)?.finish();
  runningCalls().delete(name);
}

/** The first call may run in this process, which says when it is done, or in another one. */
async function waitForFirstCall(of: KeyOf): Promise<void> {
  const first = runningCalls().get(nameOf(of));
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  await (first ? Promise.race([first.done, pause(10 * POLL_MS)]) : pause(POLL_MS));
}
