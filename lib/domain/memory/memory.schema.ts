import type { JsonObject } from '@/lib/core/json';

/** Personal memory of one agent, or memory shared by all agents of one owner. */
export const MEMORY_LAYERS = ['agent', 'owner'] as const;
export type MemoryLayer = (typeof MEMORY_LAYERS)[number];

/** `session` keys go when the agent's session ends. */
export const MEMORY_SCOPES = ['persistent', 'session'] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

export type MemoryAuthor = 'agent' | 'owner' | 'experience';

/** Bytes of one document as UTF-8 JSON, after the merge. */
export const MEMORY_LIMIT_BYTES = 64 * 1024;
/** Versions kept of one document. */
export const MEMORY_VERSIONS_KEPT = 200;

/** Persistent values that keys of a session cover, by key. */
export type CoveredValues = Record<string, { value: unknown; from_experience: boolean }>;

export interface MemoryDocument {
  data: JsonObject;
  /** Keys whose value an experience wrote. */
  experienceKeys: string[];
  updatedBy: MemoryAuthor | null;
  updatedAt: Date | null;
}

/** What a write changed, by top-level key. */
export interface MemoryDiff {
  /** New and changed keys with their new values. */
  set: JsonObject;
  removed: string[];
}

export interface MemoryVersion {
  version: number;
  data: JsonObject;
  diff: MemoryDiff;
  writtenBy: MemoryAuthor;
  /** Keys of `data` whose value an experience wrote. */
  experienceKeys: string[];
  at: Date;
}
