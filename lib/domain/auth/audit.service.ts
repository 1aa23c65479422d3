import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { publish } from '@/lib/events';
import { type AuditRow, insertCalls } from './audit.repo';

/** How long a call waits for others to be written with it. */
const FLUSH_AFTER_MS = 200;
const BATCH = 500;
/** Lines kept while the database is away; older ones are given up first. */
const CAPACITY = 20_000;
const MAX_TOOL_LENGTH = 100;

export interface RecordedCall {
  caller: Caller;
  tool: string;
  transport: 'mcp' | 'rest';
  /** `ok` or an error code. */
  outcome: string;
  durationUs: number;
  /** Where the call came from, when known. */
  address?: string | null;
}

interface Buffer {
  lines: AuditRow[];
  timer: NodeJS.Timeout | null;
  writing: Promise<void> | null;
}

const buffer = () => once<Buffer>('audit', () => ({ lines: [], timer: null, writing: null }));

/**
 * Notes a call for the activity page, the key's last use and the agent's first call. Never waits and never fails:
 * lines are written in batches behind the answer. Lines contain names and numbers only, so no secret can get in.
 */
export function recordCall({ caller, tool, transport, outcome, durationUs, address = null }: RecordedCall): void {
  if (caller.kind !== 'agent') return;
  const self = buffer();
  self.lines.push({
    id: newId(),
    agentId: caller.agentId,
    apiKeyId: caller.apiKeyId,
    credentialId: caller.credentialId,
    tool: printable(tool),
    transport,
    outcome: printable(outcome),
    durationUs: Math.min(Math.max(0, Math.round(durationUs)), 2_147_483_647),
    address: address && printable(address),
    at: now(),
  });
  giveUpOldest(self);
  if (self.lines.length >= BATCH) void flushAudit();
  else schedule(self);
}

/** Writes everything that was recorded until now; for a clean stop and for tests. */
export async function flushAudit(): Promise<void> {
  const self = buffer();
  if (self.timer) clearTimeout(self.timer);
  self.timer = null;
  if (self.writing) await self.writing;
  if (self.lines.length === 0) return;
  if (!self.writing) {
    self.writing = write(self).finally(() => {
      self.writing = null;
      if (self.lines.length > 0) schedule(self);
    });
  }
  await self.writing;
}

/** Writes what is there now; what comes meanwhile waits for the next time, so that a busy process writes few batches. */
async function write(self: Buffer): Promise<void> {
  for (let left = self.lines.length; left > 0; left -= BATCH) {
    const batch = self.lines.splice(0, Math.min(BATCH, left));
    try {
      publish(await insertCalls(batch));
    } catch (error) {
      log.warn({ err: error, calls: batch.length }, 'calls could not be recorded; trying again');
      self.lines.unshift(...batch);
      giveUpOldest(self);
      return;
    }
  }
}

function schedule(self: Buffer): void {
  if (self.timer || self.writing) return;
  self.timer = setTimeout(() => {
    self.timer = null;
    void flushAudit();
  }, FLUSH_AFTER_MS);
  self.timer.unref();
}

function giveUpOldest(self: Buffer): void {
  const excess = self.lines.length - CAPACITY;
  // Moving the rest costs as much as the buffer is long, so it is done once a batch.
  if (excess >= BATCH) self.lines.splice(0, excess);
}

/** Removes what PostgreSQL and a page cannot show: a name that a caller made up may contain anything. */
function printable(text: string): string {
  return text.slice(0, MAX_TOOL_LENGTH).replace(/[\p{Cc}\p{Cs}]/gu, '');
}
