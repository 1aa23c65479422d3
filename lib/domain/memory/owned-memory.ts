import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { findMemoriesOfOwner, findMemory, lockMemory, transaction } from './memory.repo';
import type { MemoryAuthor, MemoryLayer } from './memory.schema';
import { checkData, checkSize, coveredBy, diffOf, ownersKey, requireStored, storeNext } from './memory.service';

/** A document of an owner: that of an agent, or with the owner layer the shared one. */
export interface OwnedDocument {
  ownerId: string;
  layer: MemoryLayer;
  agentId?: string;
  experienceId: string;
}

/** A document as a list shows it. */
export interface OwnedMemory {
  layer: MemoryLayer;
  agentId: string | null;
  agentName: string | null;
  experienceId: string;
  /** Null when the experience was deleted. */
  experienceName: string | null;
  keys: string[];
  /** Of its JSON text. */
  bytes: number;
  version: number;
  updatedBy: MemoryAuthor;
  updatedAt: Date;
}

/** The memories of an owner and of the owner's agents, the newest write first. */
export async function listOwnedMemories(args: {
  ownerId: string;
  agentId?: string | null;
  limit: number;
}): Promise<OwnedMemory[]> {
  const rows = await findMemoriesOfOwner({ ownerId: args.ownerId, agentId: args.agentId ?? null, limit: args.limit });
  return rows.map((row) => ({
    layer: row.layer,
    agentId: row.agent_id,
    agentName: row.agent_name,
    experienceId: row.experience_id,
    experienceName: row.experience_name,
    keys: row.keys,
    bytes: row.bytes,
    version: row.version,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  }));
}

/** A document as the owner sees it. */
export interface OwnedContent {
  data: JsonObject;
  /** 0 when nothing was ever stored. */
  version: number;
  /** Keys that go when the session ends. */
  sessionKeys: string[];
  /** Keys whose value an experience wrote: text of strangers. */
  experienceKeys: string[];
  updatedAt: Date | null;
}

/** A document with its version; empty when nothing was ever stored. @throws NOT_FOUND */
export async function readOwnedMemory(document: OwnedDocument): Promise<OwnedContent> {
  const row = await findMemory(await ownersKey(document));
  if (!row || row.version === 0) {
    return { data: {}, version: 0, sessionKeys: [], experienceKeys: [], updatedAt: null };
  }
  const { data, version, session_keys: sessionKeys, experience_keys: experienceKeys, updated_at: updatedAt } = row;
  return { data, version, sessionKeys, experienceKeys, updatedAt };
}

/**
 * Replaces a document with the owner's, as a new version. `version` is the one that the owner saw: a write that came
 * between is never overwritten. Values that an experience wrote and the owner leaves as they are stay marked.
 * @throws NOT_FOUND · INVALID_STATE when there is a newer version · VALIDATION_ERROR · MEMORY_ERROR
 */
export async function replaceOwnedMemory(
  change: OwnedDocument & { data: JsonObject; version: number },
): Promise<{ version: number; updatedAt: Date }> {
  checkData(change.data);
  checkSize(JSON.stringify(change.data));
  const key = await ownersKey(change);
  return transaction(async (client) => {
    const row = await lockMemory(client, key);
    if (row.version !== change.version) {
      throw new AppError(
        'INVALID_STATE',
        'This memory has changed meanwhile. Your change was not stored: read it again.',
        { details: { version: row.version } },
      );
    }
    const version = row.version + 1;
    const diff = diffOf(row.data, change.data);
    const sessionKeys = row.session_keys.filter((name) => Object.hasOwn(change.data, name));
    const stored = await storeNext(client, key, {
      version,
      data: change.data,
      diff,
      sessionKeys,
      covered: coveredBy(sessionKeys, row.covered),
      experienceKeys: row.experience_keys.filter(
        (name) => Object.hasOwn(change.data, name) && !Object.hasOwn(diff.set, name),
      ),
      by: 'owner',
    });
    return { version, updatedAt: requireStored(stored) };
  });
}
