import { z } from 'zod';
import { iso } from '@/lib/core/clock';
import { shortenText } from '@/lib/core/cut-text';
import { isJsonObject } from '@/lib/core/json';
import type { Row } from '@/lib/data/row';

const MAX_CHANGES = 50;
const MAX_CHARACTERS = 300;

/** One place where a manifest differs from the one before. */
const manifestChange = z.strictObject({
  path: z.string().describe('Place in the manifest, parts joined by dots'),
  before: z.string().nullable().describe('Before, cut; null: absent'),
  after: z.string().nullable().describe('Now, cut; null: absent'),
});
export type ManifestChange = z.infer<typeof manifestChange>;

/** A manifest as it was saved, in wire names. */
export const revisionSchema = z.strictObject({
  number: z.int().describe('From 1; the newest has the highest'),
  version: z.string().describe('Version of the manifest'),
  changes: z.array(manifestChange).describe('What differs from the one before; empty in the first'),
  at: z.iso.datetime().describe('Since when it holds'),
});
export type Revision = z.infer<typeof revisionSchema>;

export type RevisionRow = Row<
  'ExperienceRevision',
  'number' | 'version' | 'changes' | 'at',
  { changes: ManifestChange[] }
>;

export const toRevision = ({ number, version, changes, at }: RevisionRow): Revision => ({
  number,
  version,
  changes,
  at: iso(at),
});

/** A time in which a version held: from its revision to the one after; `to` is null while it holds. */
export interface VersionSpan {
  from: Date;
  to: Date | null;
}

/** The times in which a version held. Before the oldest revision that is kept its version is taken to hold. */
export function spansOf(revisions: readonly Revision[], version: string): VersionSpan[] {
  const inOrder = revisions.toSorted((a, b) => a.number - b.number);
  return inOrder.flatMap((revision, index) => {
    if (revision.version !== version) return [];
    const next = inOrder[index + 1];
    return [{ from: index === 0 ? new Date(0) : new Date(revision.at), to: next ? new Date(next.at) : null }];
  });
}

/** Where two manifests differ, in the order of their fields; lists are compared as a whole. At most 50 places. */
export function compareManifests(before: unknown, after: unknown): ManifestChange[] {
  return compareAt('', before, after).slice(0, MAX_CHANGES);
}

function compareAt(path: string, before: unknown, after: unknown): ManifestChange[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => compareAt(path === '' ? name : `${path}.${name}`, before[name], after[name]));
  }
  const [old, now] = [textOf(before), textOf(after)];
  return old === now ? [] : [{ path, before: cut(old), after: cut(now) }];
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const cut = (text: string | null): string | null => (text === null ? null : shortenText(text, MAX_CHARACTERS));
