import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { validationError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { findJsonFault } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { makePauses } from '@/lib/core/pauses';
import { hashArguments } from '@/lib/domain/identity';
import { firstCallStillRuns, idempotencyConflict } from './conflict';
import {
  type Claim,
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
/** The same where its process is gone from the database, which knows that immediately when a process is killed. */
const GONE_S = 2;
const RENEW_MS = 900;
/** How often the end of a call is stored again where the database does not answer. */
const STORE_AGAIN_MS = 250;
/** A call waits this long for the first call with its key. */
const MAX_WAIT_MS = 65_000;
/** A process that stopped while it sent an action is waited for this long. */
const SENDING_S = 10;

export type { KeyOf } from './idempotency.repo';

interface RunningCall {
  holder: string;
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
 * answer leaves a claim that is taken over two seconds later, and the call runs again (a minute later where the database
 * does not know that the process is gone). A repeated call gets the stored answer
 * and waits while the first one runs, however long that takes; a call that fails releases the key. Answers are stored
 * for 24 hours.
 * Specification: decisions.md, Idempotency.
 * @param args.input the arguments without the key; a repeated call must have the same
 * @param args.secretFields fields of the input of which no plain hash is stored
 * @throws IDEMPOTENCY_CONFLICT when the key was used with other arguments, and, retryable, when the first call runs longer
 * than a call waits; what `work` throws
 */
export async function runClaimed(
  args: KeyOf & { input: unknown; secretFields?: readonly string[] },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { input, secretFields, ...of } = args;
  const claim: Claim = { ...of, holder: randomUUID() };
  const earlier = await claimOrFind(claim, hashArguments(input, secretFields));
  if (earlier) return earlier.answer;
  let answer: unknown;
  try {
    answer = await whileRenewed(claim, work);
  } catch (thrown) {
    await storeEnd(claim, () => deleteClaim(claim));
    throw thrown;
  }
  await storeEnd(claim, () => storeAnswer(claim, JSON.stringify(answer)));
  return answer;
}

/** Null when the key is claimed for this call; else the answer of the first call. */
async function claimOrFind(of: Claim, inputHash: string): Promise<{ answer: unknown } | null> {
  const deadline = now().getTime() + MAX_WAIT_MS;
  const takeOver = { expiresS: EXPIRES_S, abandonedS: ABANDONED_S, goneS: GONE_S };
  const waitForFirstCall = makeWait(of);
  for (;;) {
    if (await claimKey(of, inputHash, takeOver)) {
      startRunning(of);
      return null;
    }
    const claim = await findClaim(of);
    if (claim && claim.input_hash !== inputHash) throw idempotencyConflict(of.key);
    if (claim?.finished) return { answer: JSON.parse(claim.answer ?? 'null') };
    if (now().getTime() > deadline) throw firstCallStillRuns(of.key);
    await waitForFirstCall();
  }
}

/** Inserts a claim. One whose answer was lost is deleted: it may be stored, and nobody would end it. */
async function claimKey(...[claim, inputHash, takeOver]: Parameters<typeof insertClaim>): Promise<boolean> {
  try {
    return await insertClaim(claim, inputHash, takeOver);
  } catch (thrown) {
    void storeEnd(claim, () => deleteClaim(claim));
    throw thrown;
  }
}

/** Runs the work of a claimed key, whose claim stays young meanwhile: no call takes it over while the work runs. */
async function whileRenewed<T>(of: Claim, work: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => void renewClaim(of).catch((error) => logFailure(of, error)), RENEW_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

const logFailure = ({ tool }: KeyOf, error: unknown) =>
  log.warn({ err: error, tool }, 'could not store the state of a key');

/**
 * Stores how a call has ended. Where the database does not answer, the caller does not wait: it is tried again in the background
 * until the claim counts as abandoned, so that a repeated call need not wait for that.
 */
async function storeEnd(of: Claim, store: () => Promise<void>): Promise<void> {
  const isStored = () =>
    store().then(
      () => true,
      (error: unknown) => {
        logFailure(of, error);
        return false;
      },
    );
  if (await isStored()) {
    finishRunning(of);
    return;
  }
  const again = async () => {
    for (let sinceMs = 0; sinceMs < ABANDONED_S * 1000; sinceMs += STORE_AGAIN_MS) {
      await sleep(STORE_AGAIN_MS, undefined, { ref: false });
      if (await isStored()) break;
    }
    finishRunning(of);
  };
  void again();
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
  const claim: Claim = { ...of, holder: randomUUID() };
  if (!(await claimSending(claim, args))) return null;
  startRunning(claim);
  let answer: Answer;
  try {
    answer = await whileRenewed(claim, send);
  } catch (thrown) {
    await storeEnd(claim, () => (args.hadNoEffect(thrown) ? deleteClaim(claim) : storeAnswer(claim, 'null')));
    throw thrown;
  }
  finishRunning(claim);
  return { answer };
}

/** False when the action was sent before and is not being sent any more. */
async function claimSending(
  of: Claim,
  { isAnswered, signal }: { isAnswered(): Promise<boolean>; signal?: AbortSignal },
): Promise<boolean> {
  const waitForFirstCall = makeWait(of);
  while (!signal?.aborted) {
    if (await claimKey(of, '', { expiresS: EXPIRES_S, abandonedS: EXPIRES_S, goneS: null })) return true;
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

function startRunning(of: Claim): void {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  runningCalls().set(nameOf(of), { holder: of.holder, done, finish });
}

function finishRunning(of: Claim): void {
  const running = runningCalls().get(nameOf(of));
  if (running?.holder !== of.holder) return;
  running.finish();
  runningCalls().delete(nameOf(of));
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
