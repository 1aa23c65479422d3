import type { AgentCaller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { busHealthy, onReconnect } from '@/lib/events';
import { onCredentialChange } from './credential-changes';
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
  timer: NodeJS.Timeout | null;
  ticks: number;
  checking: boolean;
  recheck: boolean;
}

function watch(): Watch {
  return once('credential-watch', () => {
    const self: Watch = { watchers: new Set(), timer: null, ticks: 0, checking: false, recheck: false };
    onCredentialChange((change) => {
      const touched = [...self.watchers].filter(({ caller }) => isMeant(caller, change));
      if (change.ended) for (const watcher of touched) end(self, watcher);
      else if (touched.length > 0) void recheck(self);
    });
    onReconnect(() => void recheck(self));
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
  if (!self.timer) {
    self.timer = setInterval(() => tick(self), TICK_MS);
    self.timer.unref();
  }
  return () => forget(self, watcher);
}

function isMeant(caller: AgentCaller, change: { apiKeyId?: string; agentId?: string }): boolean {
  return caller.apiKeyId === change.apiKeyId || caller.agentId === change.agentId;
}

function forget(self: Watch, watcher: Watcher): void {
  self.watchers.delete(watcher);
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
  if (!busHealthy() || self.ticks % RECHECK_TICKS === 0) void recheck(self);
}

/** Asks the database about every watched key in one query; a question that comes meanwhile is asked again after it. */
async function recheck(self: Watch): Promise<void> {
  self.recheck = true;
  if (self.checking) return;
  self.checking = true;
  try {
    while (self.recheck) {
      self.recheck = false;
      const asked = [...self.watchers];
      if (asked.length === 0) return;
      settle(self, asked, await findLiveKeyExpiries([...new Set(asked.map(({ caller }) => caller.apiKeyId))]));
    }
  } catch (error) {
    log.warn({ err: error }, 'open connections could not be checked against their keys');
  } finally {
    self.checking = false;
  }
}

function settle(self: Watch, asked: readonly Watcher[], live: ReadonlyMap<string, Date | null>): void {
  for (const watcher of asked) {
    const expiresAt = live.get(watcher.caller.apiKeyId);
    if (expiresAt === undefined) end(self, watcher);
    else if (expiresAt) watcher.endsAtMs = Math.min(watcher.endsAtMs, expiresAt.getTime());
  }
}
