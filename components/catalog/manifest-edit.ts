import { REQUIRED_TOOLS, SERVER_KINDS, type ServerKind } from './server-kinds';

/** The draft of a manifest: any JSON object. */
export type Draft = Record<string, unknown>;
export type Path = readonly string[];

function isObject(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path, or undefined. */
export function readAt(draft: Draft, path: Path): unknown {
  let found: unknown = draft;
  for (const part of path) found = isObject(found) ? found[part] : undefined;
  return found;
}

/** The text at a path, or ''. */
export function textAt(draft: Draft, path: Path): string {
  const value = readAt(draft, path);
  return typeof value === 'string' ? value : '';
}

/** The texts of a list at a path. */
export function textsAt(draft: Draft, path: Path): string[] {
  const value = readAt(draft, path);
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/**
 * A copy with `value` at `path`. Undefined and empty text remove the key, and objects that become empty. Other keys are
 * not changed.
 */
export function writeAt(draft: Draft, path: Path, value: unknown): Draft {
  const [first, ...rest] = path;
  if (first === undefined) return draft;
  const { [first]: before, ...others } = draft;
  const next = rest.length === 0 ? value : writeAt(isObject(before) ? before : {}, rest, value);
  const isNothing =
    next === undefined || next === '' || (rest.length > 0 && isObject(next) && Object.keys(next).length === 0);
  return isNothing ? others : { ...draft, [first]: next };
}

/** Parses a text as a JSON object, or returns the fault. */
export function parseDraft(text: string): { draft: Draft } | { fault: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { draft: value } : { fault: 'A manifest is a JSON object: { … }.' };
  } catch (thrown) {
    return { fault: thrown instanceof Error ? thrown.message : 'This is not JSON.' };
  }
}

/** Keys of a manifest, and of its parts, in the order of the form. */
const KEY_ORDER = [
  ...['name', 'version', 'summary', 'category', 'tags', 'tier', 'listed', 'publisher', 'contact', 'homepage_url'],
  ...['mcp', 'rest', 'server_url', 'base_url', 'required_tools', 'optional_tools', 'auth'],
  ...['sessions', 'mode', 'interaction_model', 'min_players', 'max_players', 'multiplayer', 'supported'],
  ...['ui', 'session_ui_url_template', 'ws', 'url', 'lobby_config_schema'],
];

/** A manifest with its keys in the order of the form: the database keeps another. Keys that it does not know come last. */
export function inManifestOrder(manifest: Draft): Draft {
  const rankOf = (key: string) => (KEY_ORDER.includes(key) ? KEY_ORDER.indexOf(key) : KEY_ORDER.length);
  const entries = Object.entries(manifest).map(([key, value], index) => ({ key, value, index }));
  entries.sort((a, b) => rankOf(a.key) - rankOf(b.key) || a.index - b.index);
  return Object.fromEntries(
    entries.map(({ key, value }) => [
      key,
      isObject(value) && key !== 'lobby_config_schema' ? inManifestOrder(value) : value,
    ]),
  );
}

/** The initial manifest. */
export function newDraft(publisherName: string): Draft {
  return {
    name: '',
    version: '1.0.0',
    summary: '',
    category: 'game',
    tags: [],
    tier: 2,
    listed: true,
    publisher: { name: publisherName },
    mcp: { server_url: '', required_tools: REQUIRED_TOOLS, optional_tools: ['experience.status'], auth: 'none' },
    sessions: { mode: 'turn_based', interaction_model: 'session', min_players: 1, max_players: 1 },
  };
}

/** The kind of the server that a manifest describes: the first of the list that it has. */
export function serverKindOf(draft: Draft): ServerKind {
  return SERVER_KINDS.find(({ kind }) => isObject(draft[kind])) ?? SERVER_KINDS[0];
}

/** The draft with a server of another kind: adds its part and removes those of the other kinds. */
export function withServerKind(draft: Draft, { kind, emptyPart }: ServerKind): Draft {
  const part = draft[kind];
  return { ...withoutServer(draft), [kind]: isObject(part) ? part : emptyPart };
}

function withoutServer(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => SERVER_KINDS.every(({ kind }) => kind !== name)));
}

/** The draft as a link or as a playable experience. */
export function withTier(draft: Draft, tier: 1 | 2): Draft {
  if (tier === 2) return withServerKind({ ...draft, tier }, serverKindOf(draft));
  const { sessions: _sessions, ui: _ui, ws: _ws, lobby_config_schema: _lobby, ...link } = withoutServer(draft);
  return { ...link, tier };
}

/** Faults by field of the form: the server names them below `manifest`. */
export function faultsByField(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^manifest\.?/, ''), message]),
  );
}
