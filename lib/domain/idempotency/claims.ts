import { registerCleanup } from '@/lib/core/cleanup';
import { AppError, validationError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { findJsonFault } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { makePauses } from '@/lib/core/pauses';
import { hashArguments } from '@/lib/domain/identity';
import { idempotencyConflict } from './conflict';
import {
  deleteClaim,
  deleteExpired,
  findClaim,
  insertClaim,
  type KeyOf,
  renewClaim,
  storeAnswer,
} from './idempotency.repo';

const MAX_KEY_LENGTH = 200;
const EXPIRES_S = 24 * 60 * 60;
/** An unfinished claim that was not renewed for so long belongs to a process that has stopped. */
const ABANDONED_S = 60;
const RENEW_MS = 4_000;
/** A call waits this long for the first call with its key. */
const MAX_WAIT_MS = 65_000;
/** A process that stopped while it sent an action is waited for this long. */
const SENDING_S = 10;

export type { KeyOf } from './idempotency.repo';

interface RunningCall {
  done: Promise<void>;
  finish: () => void;
}

/** Calls of this process that have claimed a key: repeated ones wait for them without asking the database. */
const runningCalls = () => once('idempotency.running', () => new Map<string, RunningCall>());

const nameOf = (of: KeyOf): string => `${of.agentId}\n${of.tool}\n${of.key}`;

/** @throws VALIDATION_ERROR at `field` for a key that is too short, too long, or no text that can be stored */
export function requireUsableKey(key: string, { field, minLength = 1 }: { field: string; minLength?: number }): void {
  if (key.length >= minLength && key.length <= MAX_KEY_LENGTH && !findJsonFault(key)) return;
  throw validationError([{ path: [field], message: `${minLength} to ${MAX_KEY_LENGTH} characters` }]);
}

/**
 * Runs a call at most once for its key, except after a crash: a process that stops between the effect of a call and its stored
 * answer leaves a claim that is taken over a minute later, and the call runs again. A repeated call gets the stored answer
 * and waits while the first one runs, however long that takes; a call that fails releases the key. Answers are stored
 * for 24 hours.
 * Specification: decisions.md, Idempotency.
 * @param args.input the arguments without the key; a repeated call must have the same
 * @param args.secretFields fields of the input of which no plain hash is stored
 * @throws IDEMPOTENCY_CONFLICT when the key was used with other arguments; what `work` throws
 */
export async function runClaimed(
  args: KeyOf & { input: unknown; secretFields?: readonly string[] },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { input, secretFields, ...of } = args;
  const inputHash = hashArguments(input, secretFields);
  const earlier = await claimOrFind(of, inputHash);
  if (earlier) return earlier.answer;
  let answer: unknown;
  try {
    answer = await whileRenewed(of, work);
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
  const times = { expiresS: EXPIRES_S, abandonedS: ABANDONED_S };
  const waitForFirstCall = makeWait(of);
  for (;;) {
    if (await insertClaim(of, inputHash, times)) {
      startRunning(of);
      return null;
    }
    const claim = await findClaim(of);
    if (claim && claim.input_hash !== inputHash) throw idempotencyConflict(of.key);
    if (claim?.finished) return { answer: JSON.parse(claim.answer ?? 'null') };
    if (Date.now() > deadline) {
      throw new AppError('INTERNAL_ERROR', 'The first call with this idempotency key has not finished. Try again.');
    }
    await waitForFirstCall();
  }
}

/** Runs the work of a claimed key, whose claim stays young meanwhile: no call takes it over while the work runs. */
async function whileRenewed<T>(of: KeyOf, work: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => void renewClaim(of).catch((error) => logFailure(of, error)), RENEW_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

const logFailure = ({ tool }: KeyOf, error: unknown) =>
  log.warn({ err: error, tool }, 'could not store the state of a key');

/** Releases the key of a call that failed, so that it may be tried again. */
async function releaseKey(of: KeyOf): Promise<void> {
  try {
    await deleteClaim(of);
  } finally {
    finishRunning(of);
  }
}

/**
 * Sends a keyed action to another server, unless it was sent before: null then. While another process sends it, the call
 * waits until that one has its answer. An action whose answer was lost is never sent again, because it may have taken effect.
 * One statement before the sending.
 * @param args.isAnswered whether the answer of the earlier sending is stored by now
 * @param args.hadNoEffect whether the action may be sent again after this error of `send`
 */
export async function sendOnce<Answer>(
  of: KeyOf,
  args: { isAnswered(): Promise<boolean>; hadNoEffect(thrown: unknown): boolean; signal?: AbortSignal },
  send: () => Promise<Answer>,
): Promise<{ answer: Answer } | null> {
  if (!(await claimSending(of, args))) return null;
  startRunning(of);
  try {
    return { answer: await whileRenewed(of, send) };
  } catch (thrown) {
    const stored = args.hadNoEffect(thrown) ? deleteClaim(of) : storeAnswer(of, 'null');
    await stored.catch((error: unknown) => logFailure(of, error));
    throw thrown;
  } finally {
    finishRunning(of);
  }
}

/** False when the action was sent before and is not being sent any more. */
async function claimSending(
  of: KeyOf,
  { isAnswered, signal }: { isAnswered(): Promise<boolean>; signal?: AbortSignal },
): Promise<boolean> {
  const waitForFirstCall = makeWait(of);
  while (!signal?.aborted) {
    if (await insertClaim(of, '', { expiresS: EXPIRES_S, abandonedS: EXPIRES_S })) return true;
    const claim = await findClaim(of);
    if (claim && (claim.finished || claim.age_s > SENDING_S || (await isAnswered()))) return false;
    await waitForFirstCall();
  }
  return false;
}

/** Deletes up to `limit` claims older than 24 hours. Returns how many. */
export async function deleteExpiredKeys(limit: number): Promise<number> {
  return deleteExpired(EXPIRES_S, limit);
}

registerCleanup({ name: 'idempotency_keys', removeBatch: deleteExpiredKeys });

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

/**
 * Waits for the first call with a key. One of this process says when it is done; one of another process is looked at
 * after 100 ms and then less and less often, at least once a second.
 */
function makeWait(of: KeyOf): () => Promise<void> {
  const pause = makePauses();
  return () => {
    const first = runningCalls().get(nameOf(of));
    return first ? Promise.race([first.done, pause()]) : pause();
  };
}
