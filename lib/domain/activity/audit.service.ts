import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { registerRetention } from '@/lib/core/retention';
import { followHints, publish, sendHints } from '@/lib/events/index';
import { type AuditRow, deleteCallsBefore, insertCalls, insertOwnerAct } from './audit.repo';

/** How long a call waits for others to be written with it. */
const FLUSH_AFTER_MS = 200;
const BATCH = 500;
/** Lines kept while the database is away; older ones are given up first. */
const CAPACITY = 20_000;
const MAX_TOOL_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 500;

export interface RecordedCall {
  caller: Caller;
  tool: string;
  transport: 'mcp' | 'rest';
  /** `ok` or an error code. */
  outcome: string;
  durationUs: number;
  /** Where the call came from, when known. */
  address?: string | null;
  /** HTTP status of the outcome. */
  status: number;
  /** Public message of a failure. */
  message?: string | null;
  /** Shape of the arguments, without values. */
  argumentShape?: string | null;
  /** What the call or its answer named; UUIDs. */
  sessionId?: string | null;
  experienceId?: string | null;
}

/** A line, and who owns its agent: null where no page follows its calls. */
type Line = AuditRow & { ownerId: string | null };

interface Buffer {
  lines: Line[];
  timer: NodeJS.Timeout | null;
  writing: Promise<void> | null;
}

const buffer = () => once<Buffer>('audit', () => ({ lines: [], timer: null, writing: null }));

/**
 * Notes a call for the activity page, the key's last use and the agent's first call. Never waits and never fails:
 * lines are written in batches behind the answer. Lines contain names, shapes and public messages, never an argument.
 */
export function recordCall(call: RecordedCall): void {
  const { caller, address, message, argumentShape } = call;
  if (caller.kind !== 'agent') return;
  const self = buffer();
  self.lines.push({
    id: newId(),
    agentId: caller.agentId,
    apiKeyId: caller.apiKeyId,
    credentialId: caller.credentialId,
    tool: printable(call.tool),
    transport: call.transport,
    outcome: printable(call.outcome),
    durationUs: Math.min(Math.max(0, Math.round(call.durationUs)), 2_147_483_647),
    address: address ? printable(address) : null,
    status: call.status,
    message: message ? printable(message, MAX_MESSAGE_LENGTH) : null,
    arguments: argumentShape ? printable(argumentShape, MAX_MESSAGE_LENGTH) : null,
    sessionId: call.sessionId ?? null,
    experienceId: call.experienceId ?? null,
    at: now(),
    ownerId: caller.isHuman ? null : caller.ownerId,
  });
  giveUpOldest(self);
  if (self.lines.length >= BATCH) void flushAudit();
  else schedule(self);
}

/** Stores for the activity page what an owner did in the name of an agent. */
export async function recordOwnerAct(done: {
  agentId: string;
  ownerId: string;
  /** As the page names it. */
  act: string;
  message: string;
  experienceId: string;
}): Promise<void> {
  await insertOwnerAct({ ...done, message: printable(done.message, MAX_MESSAGE_LENGTH), id: newId(), at: now() });
  sendHints([callsOf(done.ownerId)]);
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
      announce(batch);
    } catch (error) {
      log.warn({ err: error, calls: batch.length }, 'calls could not be recorded; trying again');
      self.lines.unshift(...batch);
      giveUpOldest(self);
      return;
    }
  }
}

const callsOf = (ownerId: string): string => `activity:${ownerId}`;

/** Calls `onCalls` when calls of an owner's agents were recorded, by any process, and when that may have been missed. Returns the unsubscribe. */
export const followCalls = (ownerId: string, onCalls: () => void): (() => void) =>
  followHints(callsOf(ownerId), onCalls);

/** Wakes the pages that follow the activity of these agents, in the processes that have any. */
function announce(batch: readonly Line[]): void {
  const owners = new Set(batch.flatMap(({ ownerId }) => ownerId ?? []));
  sendHints([...owners].map(callsOf));
}

registerRetention('audit_entries', deleteCallsBefore);

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
function printable(text: string, maxLength = MAX_TOOL_LENGTH): string {
  return text.slice(0, maxLength).replace(/[\p{Cc}\p{Cs}]/gu, '');
}
