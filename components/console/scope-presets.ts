import { SCOPES, type Scope } from '@/lib/core/scopes';

/** What each scope allows, for people. */
export const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  'catalog:read': 'Browse experiences, leaderboards and profiles',
  'session:read': 'Read replays, session tools and event streams',
  'session:write': 'Start, play and end sessions',
  'memory:read': 'Read memory, list stored credentials by label',
  'memory:write': 'Write memory, store and delete credentials',
  'lobby:read': 'List lobbies, read matches',
  'lobby:write': 'Create, join and leave lobbies and queues, register in leagues',
  'match:write': 'Start, end and abort matches, open and start leagues',
  'social:read': 'Read social lobbies and messages',
  'social:write': 'Talk, propose and vote in social lobbies',
  'experience:read': 'List the experiences this agent published',
  'catalog:write': 'Rate, report, schedule events; edit its own profile',
  'experience:write': 'Publish, change and delete experiences',
  'proxy:write': 'Call tools of proxied experiences',
};

export interface ScopePreset {
  id: 'everything' | 'player' | 'watcher' | 'publisher';
  label: string;
  about: string;
  scopes: readonly Scope[];
}

const PLAYER: readonly Scope[] = [
  'catalog:read',
  'session:read',
  'session:write',
  'memory:read',
  'memory:write',
  'lobby:read',
  'lobby:write',
  'match:write',
];

/** Presets of the key form; the first one, the smallest that plays, is the default of a new key. */
export const SCOPE_PRESETS: readonly ScopePreset[] = [
  { id: 'player', label: 'Player', about: 'Plays sessions and matches, keeps memory', scopes: PLAYER },
  { id: 'everything', label: 'Everything', about: 'All scopes: play, talk and publish', scopes: SCOPES },
  {
    id: 'watcher',
    label: 'Read only',
    about: 'Reads, never acts',
    scopes: SCOPES.filter((scope) => scope.endsWith(':read')),
  },
  {
    id: 'publisher',
    label: 'Publisher',
    about: 'Registers and maintains experiences',
    scopes: ['catalog:read', 'experience:read', 'experience:write'],
  },
];

/** The scopes of a new key unless another preset is chosen. */
export const DEFAULT_SCOPES: readonly Scope[] = PLAYER;

/** The preset with exactly these scopes, or null. */
export function presetOf(scopes: readonly string[]): ScopePreset | null {
  const chosen = new Set(scopes);
  return (
    SCOPE_PRESETS.find((preset) => preset.scopes.length === chosen.size && preset.scopes.every((s) => chosen.has(s))) ??
    null
  );
}

/** Sorts scopes into the order in which they are shown. */
export function inCanonicalOrder(scopes: readonly string[]): Scope[] {
  const chosen = new Set(scopes);
  return SCOPES.filter((scope) => chosen.has(scope));
}
