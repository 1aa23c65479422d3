import { isJsonObject } from '@/lib/core/json';
import { discoveredKind } from './discovered';
import type { Connection, PlayProtocol, RemoteKind } from './kind';
import { mcpKind } from './mcp';
import { restKind } from './rest';

/** The kinds of remote experiences. A manifest that describes several servers is played by the first kind of this list. */
const KINDS = [mcpKind, restKind, discoveredKind] as const;

/** Value of `experiences.kind` for a remote experience. */
export type RemoteKindName = (typeof KINDS)[number]['kind'];

/** A remote experience. Clients are pooled by `id` and replaced when `kind` or `url` changes. */
export interface ExperienceTarget extends Connection {
  id: string;
  kind: RemoteKindName;
}

export const REMOTE_KINDS: readonly RemoteKind<RemoteKindName>[] = KINDS;
export const REMOTE_KIND_NAMES: readonly RemoteKindName[] = KINDS.map(({ kind }) => kind);

const byName = new Map<string, RemoteKind<RemoteKindName>>(REMOTE_KINDS.map((entry) => [entry.kind, entry]));

export function isRemoteKind(kind: string): kind is RemoteKindName {
  return byName.has(kind);
}

export function remoteKind(kind: RemoteKindName): RemoteKind<RemoteKindName> {
  return byName.get(kind) as RemoteKind<RemoteKindName>;
}

/** How agents play an experience of a kind: in proxy mode they call the tools of its server. */
export function protocolOf(kind: RemoteKindName, interactionModel: 'session' | 'proxy'): PlayProtocol {
  return interactionModel === 'proxy' ? 'tools' : remoteKind(kind).protocol;
}

/** The kind that plays a manifest; null for a link. */
export function kindOfManifest(manifest: Readonly<Record<string, unknown>>): RemoteKindName | null {
  return REMOTE_KINDS.find(({ kind }) => isJsonObject(manifest[kind]))?.kind ?? null;
}

/** The origin (scheme, host, port) of an address: what credentials are bound to. Null for a text that is no address. */
export function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** The origin of the server that a manifest describes; null for one without a server. */
export function originOfManifest(manifest: Readonly<Record<string, unknown>>): string | null {
  const kind = kindOfManifest(manifest);
  return kind && originOf(targetOf({ id: '', kind, manifest }).url);
}

/** The server of a remote experience, as its stored manifest describes it. */
export function targetOf(experience: {
  id: string;
  kind: RemoteKindName;
  manifest: Readonly<Record<string, unknown>>;
}): ExperienceTarget {
  const { id, kind, manifest } = experience;
  const part = manifest[kind];
  return { id, kind, ...remoteKind(kind).readConnection(isJsonObject(part) ? part : {}) };
}
