import type { AgentCaller } from '@/lib/core/caller';
import { AppError, validationError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { findJsonFault, isJsonObject, type JsonObject, toJsonb } from '@/lib/core/json';
import {
  agentBelongsTo,
  findMemory,
  findVersion,
  listVersions,
  lockMemory,
  type MemoryKey,
  type MemoryRow,
  type NextVersion,
  type Queryable,
  storeMemory,
  transaction,
} from './memory.repo';
import {
  type CoveredValues,
  MEMORY_LIMIT_BYTES,
  MEMORY_VERSIONS_KEPT,
  type MemoryAuthor,
  type MemoryDiff,
  type MemoryDocument,
  type MemoryLayer,
  type MemoryScope,
  type MemoryVersion,
} from './memory.schema';
import { writeInTurn } from './write-queue';

/**
 * The memory of one layer; empty when nothing was ever stored.
 * Specification: gateway-tool-contract.md, memory.get.
 * @throws NO_OWNER for the owner layer of an agent without an owner.
 */
export async function readMemory(args: {
  agent: Pick<AgentCaller, 'agentId' | 'ownerId'>;
  experienceId: string;
  layer: MemoryLayer;
}): Promise<MemoryDocument> {
  return toDocument(await findMemory(memoryKey(args)));
}

/**
 * Merges data into a document, shallowly by key: keys that are not named stay, null deletes a key. The version of the row is checked by the
 * write, so no key of a racing writer is lost. Every write is a version. One statement, shared with other documents, when
 * this process wrote the document last; two when it did not.
 * Specification: gateway-tool-contract.md, memory.set; decisions.md, Memory.
 * @throws NO_OWNER for the owner layer of an agent without an owner.
 * @throws MEMORY_ERROR when the merged document exceeds 64 KB; nothing is written.
 * @throws QUOTA_EXCEEDED for the first document above the quota of the agent or its owner.
 * @throws VALIDATION_ERROR for keys that name a prototype, and for a session scope on the owner layer.
 */
export async function writeMemory(args: {
  agent: Pick<AgentCaller, 'agentId' | 'ownerId'>;
  experienceId: string;
  layer: MemoryLayer;
  data: JsonObject;
  scope: MemoryScope;
}): Promise<{ updatedAt: Date }> {
  if (args.layer === 'owner' && args.scope === 'session') {
    throw validationError([{ path: ['scope'], message: 'session scope exists on the agent layer only' }]);
  }
  const merge: Merge = { key: memoryKey(args), data: args.data, scope: args.scope, by: 'agent' };
  checkData(merge.data);
  const stored = await writeInTurn(merge.key, (current) => nextOf(merge, current));
  // Writers of other processes were faster each time: wait for them on the row.
  return { updatedAt: stored ?? (await transaction((client) => mergeMemory(client, merge))) };
}

/**
 * Merges inside the caller's transaction, for example what an experience returned at the end of a session.
 * @throws MEMORY_ERROR VALIDATION_ERROR as `writeMemory` does, before anything is written.
 */
export async function mergeMemory(client: Queryable, merge: Merge): Promise<Date> {
  checkData(merge.data);
  const next = nextOf(merge, await lockMemory(client, merge.key));
  return requireStored(await storeMemory(client, { key: merge.key, next }));
}

/** Data to merge into a document. */
interface Merge {
  key: MemoryKey;
  data: JsonObject;
  scope?: MemoryScope;
  by: MemoryAuthor;
}

/**
 * The version that merging makes of a document. The keys that an experience wrote are marked: its text is a stranger's, in a
 * place that agents trust. A key loses its mark when the agent or the owner writes it. @throws MEMORY_ERROR above 64 KB
 */
function nextOf({ data, scope, by }: Merge, seen: MemoryRow | null): NextVersion {
  const given = Object.keys(data);
  const before = seen?.data ?? {};
  const merged = withoutNulls({ ...before, ...data }, given);
  const text = toJsonb(merged);
  const others = (names: readonly string[] = []) => names.filter((name) => !given.includes(name));
  const covered = scope === 'session' ? coverValues(seen, given) : coveredBy(others(seen?.session_keys), seen?.covered);
  checkSize(Object.keys(covered).length === 0 ? text : text + JSON.stringify(covered));
  return numberVersion({
    version: (seen?.version ?? 0) + 1,
    data: merged,
    text,
    diff: diffOf(before, merged),
    sessionKeys: [...others(seen?.session_keys), ...(scope === 'session' ? given : [])],
    covered,
    experienceKeys: [
      ...others(seen?.experience_keys),
      ...(by === 'experience' ? given.filter((name) => Object.hasOwn(merged, name)) : []),
    ],
    by,
  });
}

/** A document without those of the given keys whose value is null: null deletes a key. */
function withoutNulls(data: JsonObject, given: readonly string[]): JsonObject {
  if (!given.some((name) => data[name] === null)) return data;
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => value !== null || !given.includes(name)));
}

/** The covered values of a document in which these keys become keys of the session. */
function coverValues(seen: MemoryRow | null, given: readonly string[]): CoveredValues {
  if (!seen) return {};
  const { data, session_keys: ofSession, experience_keys: ofExperience, covered } = seen;
  const persistent = given.filter((name) => Object.hasOwn(data, name) && !ofSession.includes(name));
  const more = persistent.map((name) => [name, { value: data[name], from_experience: ofExperience.includes(name) }]);
  return { ...covered, ...Object.fromEntries(more) };
}

/** The covered values of those keys that are still keys of the session. */
export function coveredBy(sessionKeys: readonly string[], covered: CoveredValues = {}): CoveredValues {
  return Object.fromEntries(Object.entries(covered).filter(([name]) => sessionKeys.includes(name)));
}

const numberVersion = (next: Omit<NextVersion, 'id' | 'keepFrom'>): NextVersion => ({
  ...next,
  id: newId(),
  keepFrom: next.version + 1 - MEMORY_VERSIONS_KEPT,
});

/** Stores a version. Null when the document has another one than the version before. */
export async function storeNext(
  client: Queryable,
  key: MemoryKey,
  next: Omit<NextVersion, 'id' | 'keepFrom' | 'text'>,
): Promise<Date | null> {
  return storeMemory(client, { key, next: numberVersion({ ...next, text: toJsonb(next.data) }) });
}

/** A document that this transaction has locked always takes its next version. */
export function requireStored(at: Date | null): Date {
  if (at === null) throw new Error('a locked memory document was changed by another writer');
  return at;
}

/** Removes the keys that were stored for the length of a session, so that what they covered is back; called when it ends. */
export async function dropSessionKeys(
  client: Queryable,
  args: { agentId: string; experienceId: string },
): Promise<void> {
  const key: MemoryKey = { layer: 'agent', subjectId: args.agentId, experienceId: args.experienceId };
  const seen = await findMemory(key, client);
  if (!seen || seen.session_keys.length === 0) return;
  const row = await lockMemory(client, key);
  const removed = row.session_keys;
  const kept = Object.entries(row.data).filter(([name]) => !removed.includes(name));
  const restored = Object.entries(row.covered);
  const data = Object.fromEntries([...kept, ...restored.map(([name, { value }]) => [name, value] as const)]);
  await storeNext(client, key, {
    version: row.version + 1,
    data,
    diff: diffOf(row.data, data),
    sessionKeys: [],
    covered: {},
    experienceKeys: [
      ...row.experience_keys.filter((name) => !removed.includes(name)),
      ...restored.flatMap(([name, { from_experience: isTheirs }]) => (isTheirs ? [name] : [])),
    ],
    by: 'agent',
  });
}

/**
 * The versions of a document, newest first, for the owner of the agent.
 * @throws NOT_FOUND when the agent is not the owner's.
 */
export async function listMemoryVersions(args: {
  ownerId: string;
  layer: MemoryLayer;
  agentId?: string;
  experienceId: string;
  before?: number | null;
  limit?: number;
}): Promise<MemoryVersion[]> {
  const key = await ownersKey(args);
  return listVersions(key, args.before ?? null, Math.min(args.limit ?? 20, 100));
}

/**
 * Puts an earlier version back, as a new version written by the owner. What an experience wrote stays marked.
 * @throws NOT_FOUND when the agent is not the owner's or the version does not exist.
 */
export async function restoreMemoryVersion(args: {
  ownerId: string;
  layer: MemoryLayer;
  agentId?: string;
  experienceId: string;
  version: number;
}): Promise<{ version: number; updatedAt: Date }> {
  const key = await ownersKey(args);
  return transaction(async (client) => {
    const wanted = await findVersion(client, key, args.version);
    if (!wanted) throw new AppError('NOT_FOUND', 'This memory has no such version.');
    const row = await lockMemory(client, key);
    const version = row.version + 1;
    const sessionKeys = row.session_keys.filter((name) => Object.hasOwn(wanted.data, name));
    const stored = await storeNext(client, key, {
      version,
      data: wanted.data,
      diff: diffOf(row.data, wanted.data),
      sessionKeys,
      covered: coveredBy(sessionKeys, row.covered),
      experienceKeys: wanted.experienceKeys,
      by: 'owner',
    });
    return { version, updatedAt: requireStored(stored) };
  });
}

function memoryKey(args: {
  agent: Pick<AgentCaller, 'agentId' | 'ownerId'>;
  experienceId: string;
  layer: MemoryLayer;
}): MemoryKey {
  const { agent, experienceId, layer } = args;
  if (layer === 'agent') return { layer, subjectId: agent.agentId, experienceId };
  if (agent.ownerId === null) throw new AppError('NO_OWNER', 'This agent has no owner, so it has no owner memory.');
  return { layer, subjectId: agent.ownerId, experienceId };
}

/** The document that an owner means. @throws NOT_FOUND when the agent is not the owner's. */
export async function ownersKey(args: {
  ownerId: string;
  layer: MemoryLayer;
  agentId?: string;
  experienceId: string;
}): Promise<MemoryKey> {
  const { ownerId, agentId, experienceId } = args;
  if (args.layer === 'owner') return { layer: 'owner', subjectId: ownerId, experienceId };
  if (agentId === undefined || !(await agentBelongsTo(agentId, ownerId))) {
    throw new AppError('NOT_FOUND', 'There is no such agent.');
  }
  return { layer: 'agent', subjectId: agentId, experienceId };
}

function toDocument(row: MemoryRow | null): MemoryDocument {
  if (!row || row.version === 0) return { data: {}, experienceKeys: [], updatedBy: null, updatedAt: null };
  return { data: row.data, experienceKeys: row.experience_keys, updatedBy: row.updated_by, updatedAt: row.updated_at };
}

/** @throws VALIDATION_ERROR when it is no JSON object that can be stored. */
export function checkData(data: unknown): asserts data is JsonObject {
  if (!isJsonObject(data)) throw validationError([{ path: ['data'], message: 'must be a JSON object' }]);
  const fault = findJsonFault(data);
  if (fault) throw validationError([{ path: ['data', ...fault.path], message: fault.message }]);
}

/** Checks the JSON text of a document. @throws MEMORY_ERROR above 64 KB. */
export function checkSize(text: string): void {
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes <= MEMORY_LIMIT_BYTES) return;
  throw new AppError(
    'MEMORY_ERROR',
    `The memory would have ${bytes} bytes; the limit is ${MEMORY_LIMIT_BYTES}. Nothing was written.`,
    {
      details: { bytes, limit_bytes: MEMORY_LIMIT_BYTES },
    },
  );
}

/** The difference between two documents, by top-level key. */
export function diffOf(before: JsonObject, after: JsonObject): MemoryDiff {
  const changed = Object.entries(after).filter(
    ([name, value]) => !Object.hasOwn(before, name) || !isSameJson(before[name], value),
  );
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return { set: Object.fromEntries(changed), removed };
}

/** Texts and numbers, which most documents hold, are compared without making JSON of them. */
const isSameJson = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));
