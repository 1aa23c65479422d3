import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import type { Queryable } from '@/lib/data/database';
import { mergeMemory } from '@/lib/domain/memory';
import { noteMemoryUpdate } from '@/lib/domain/seating';

/** Why a memory update of an experience was refused. */
export interface MemoryError {
  code: string;
  message: string;
}

/** What became of memory updates. */
export interface MemoryOutcome {
  updated: boolean;
  /** Why the first refused one was refused; null when none was. */
  error: MemoryError | null;
}

/**
 * Merges the memory updates of an experience, in order, into the memory of the agent of a session. One that is refused does
 * not stop the end of the session: it is stored with the session, for the agent and for the publisher's statistics.
 * Specification: gateway-tool-contract.md, session.end (experience side).
 */
export async function storeMemoryUpdates(
  client: Queryable,
  session: { id: string; agentId: string; experienceId: string },
  updates: readonly (JsonObject | null)[],
): Promise<MemoryOutcome> {
  const key = { layer: 'agent', subjectId: session.agentId, experienceId: session.experienceId } as const;
  const outcome: MemoryOutcome = { updated: false, error: null };
  for (const data of updates) {
    if (!data || Object.keys(data).length === 0) continue;
    try {
      await mergeMemory(client, { key, data, by: 'experience' });
      outcome.updated = true;
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      log.warn({ code: thrown.code, session_id: session.id }, 'the memory update of an experience was refused');
      outcome.error ??= { code: thrown.code, message: thrown.message };
    }
  }
  await noteMemoryUpdate(client, session.id, outcome);
  return outcome;
}
