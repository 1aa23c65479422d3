import type { AgentCaller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import type { Deferred } from '@/lib/core/deferred';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { type CredentialChange, onCredentialChange } from '@/lib/domain/accounts';
import { busHealthy, onReconnect } from '@/lib/events/index';
import { findLiveKeyExpiries } from './credentials.repo';

const TICK_MS = 500;
/** Ticks between looks at the database while the bus works. */
const RECHECK_TICKS = 60;

interface Watcher {
  caller: AgentCaller;
  endsAtMs: number;
  onEnd: () => void;
}

interface Watch {
  watchers: Set<Watcher>;
  /** Those about whom the database is asked next: new ones too, whose key may have ended since they proved it. */
  unchecked: Set<Watcher>;
  timer: NodeJS.Timeout | null;
  ticks: number;
  checking: boolean;
}

function watch(): Watch {
  return once('credential-watch', () => {
    const self: Watch = { watchers: new Set(), unchecked: new Set(), timer: null, ticks: 0, checking: false };
    onCredentialChange((change) => {
      const touched = [...self.watchers].filter(({ caller }) => isMeant(caller, change));
      if (change.ended) for (const watcher of touched) end(self, watcher);
      else void check(self, touched);
    });
    onReconnect(() => void check(self, self.watchers));
    return self;
  });
}

/**
 * Calls `onEnd` once when the caller's credential stops working: revoked, rotated away or expired. For connections that
 * stay open after the call that opened them (MCP streams, SSE, waits, sockets). Within a second in every process; while
 * the bus is down the database is asked twice a second instead.
 * @returns the way to stop watching; call it when the connection closes.
 */
export function watchCredential(caller: AgentCaller, onEnd: () => void): () => void {
  const self = watch();
  const endsAtMs = caller.expiresAtS === null ? Number.POSITIVE_INFINITY : caller.expiresAtS * 1000;
  const watcher: Watcher = { caller, endsAtMs, onEnd };
  self.watchers.add(watcher);
  self.unchecked.add(watcher);
  if (!self.timer) {
    self.timer = setInterval(() => tick(self), TICK_MS);
    self.timer.unref();
  }
  return () => forget(self, watcher);
}

/**
 * Runs work that may wait, with a signal that aborts with the given one or when the caller's credential stops working.
 * @throws UNAUTHENTICATED when the credential stopped working meanwhile: what happened since must not be sent
 */
export async function whileCredentialWorks<T>(
  caller: AgentCaller,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let hasEnded = false;
  // Not AbortSignal.any: its weak references cost more than the rest of a short wait.
  const controller = new AbortController();
  const follow = () => controller.abort();
  if (signal.aborted) follow();
  signal.addEventListener('abort', follow);
  const stop = watchCredential(caller, () => {
    hasEnded = true;
    follow();
  });
  try {
    const value = await work(controller.signal);
    if (hasEnded) throw endedMeanwhile();
    return value;
  } finally {
    signal.removeEventListener('abort', follow);
    stop();
  }
}

/** Ends a deferred value when the caller's credential stops working: the failure is then UNAUTHENTICATED. */
export function deferWhileCredentialWorks<T>(caller: AgentCaller, deferred: Deferred<T>): Deferred<T> {
  let hasEnded = false;
  const stop = watchCredential(caller, () => {
    hasEnded = true;
    deferred.end();
  });
  return deferred.finally(() => {
    stop();
    if (hasEnded) throw endedMeanwhile();
  });
}

const endedMeanwhile = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The credential stopped working while you waited.');

function isMeant(caller: AgentCaller, change: CredentialChange): boolean {
  // When an owner signs out everywhere the keys of their agents still work.
  const isOfOwner = !change.ended && caller.ownerId !== null && caller.ownerId === change.ownerId;
  return caller.apiKeyId === change.apiKeyId || caller.agentId === change.agentId || isOfOwner;
}

function forget(self: Watch, watcher: Watcher): void {
  self.watchers.delete(watcher);
  self.unchecked.delete(watcher);
  if (self.watchers.size > 0 || !self.timer) return;
  clearInterval(self.timer);
  self.timer = null;
}

function end(self: Watch, watcher: Watcher): void {
  if (!self.watchers.has(watcher)) return;
  forget(self, watcher);
  watcher.onEnd();
}

function tick(self: Watch): void {
  const nowMs = now().getTime();
  for (const watcher of [...self.watchers]) if (watcher.endsAtMs <= nowMs) end(self, watcher);
  self.ticks++;
  const isEveryonesTurn = !busHealthy() || self.ticks % RECHECK_TICKS === 0;
  void check(self, isEveryonesTurn ? self.watchers : []);
}

/** Asks the database about these and everyone who still waits to be asked about, in one query. */
async function check(self: Watch, more: Iterable<Watcher>): Promise<void> {
  for (const watcher of more) self.unchecked.add(watcher);
  if (self.checking) return;
  self.checking = true;
  let asked: Watcher[] = [];
  try {
    while (self.unchecked.size > 0) {
      asked = [...self.unchecked];
      self.unchecked.clear();
      endExpired(
        self,
        asked,
        await findLiveKeyExpiries([...new Set(asked.map(({ caller }) => caller.apiKeyId))], now()),
      );
    }
  } catch (error) {
    // The next tick asks again.
    for (const watcher of asked) if (self.watchers.has(watcher)) self.unchecked.add(watcher);
    log.warn({ err: error }, 'open connections could not be checked against their keys');
  } finally {
    self.checking = false;
  }
}

function endExpired(self: Watch, asked: readonly Watcher[], live: ReadonlyMap<string, Date | null>): void {
  for (const watcher of asked) {
    const expiresAt = live.get(watcher.caller.apiKeyId);
    if (expiresAt === undefined) end(self, watcher);
    else if (expiresAt) watcher.endsAtMs = Math.min(watcher.endsAtMs, expiresAt.getTime());
  }
}
