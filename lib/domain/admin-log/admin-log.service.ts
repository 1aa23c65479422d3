import type { AgentCaller, OwnerSession } from '@/lib/core/caller';
import { iso } from '@/lib/core/clock';
import { cutText } from '@/lib/core/cut-text';
import { newId } from '@/lib/core/ids';
import { isJsonObject } from '@/lib/core/json';
import { hashAddress } from '@/lib/domain/limits';
import { findEntries, insertEntry } from './admin-log.repo';
import type { AdminAction } from './admin-log.schema';

/** Arguments are cut there: an entry says what was done, and stores no document. */
const MAX_TEXT = 500;

/** Appends what an administrator did. Call it before the action: what cannot be recorded is not done. */
export async function recordAdminAction(action: {
  who: OwnerSession | AgentCaller;
  name: string;
  input: unknown;
  address: string;
}): Promise<void> {
  const { who, name, input, address } = action;
  await insertEntry({
    id: newId(),
    ownerId: who.ownerId,
    agentId: 'agentId' in who ? who.agentId : null,
    action: name,
    input: isJsonObject(input) ? shorten(input) : {},
    addressHash: hashAddress(address),
  });
}

const shorten = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > MAX_TEXT ? `${cutText(value, MAX_TEXT)}…` : value,
    ]),
  );

/** What administrators did, the newest first. @param page.after the id of the last entry of the page before */
export async function listAdminActions(page: {
  after: string | null;
  limit: number;
}): Promise<{ entries: AdminAction[]; has_more: boolean }> {
  const rows = await findEntries({ after: page.after, limit: page.limit + 1 });
  const entries = rows.slice(0, page.limit).map((row) => ({
    id: row.id,
    at: iso(row.at),
    owner_id: row.ownerId,
    agent_id: row.agentId,
    action: row.action,
    input: isJsonObject(row.input) ? row.input : {},
    address_hash: row.addressHash,
  }));
  return { entries, has_more: rows.length > page.limit };
}
