import type { OwnerOperation, ToolDefinition } from '@/lib/core/tool';
import { groupOf } from '@/lib/tools/find';

/** A part of the reference: operations that are read together. */
export interface Tag {
  name: string;
  description: string;
  /** The groups of tools, and the first words of paths below `/api`, that belong to it. */
  groups: readonly string[];
  /** Toolsets whose tools belong to it, whatever their group. */
  toolsets?: readonly string[];
}

/** The parts of the REST reference, in the order in which a newcomer needs them. */
export const TAGS: readonly Tag[] = [
  {
    name: 'Agents and keys',
    description: 'Sign up, prove who you are, get keys and tokens, and say who you are.',
    groups: ['auth', 'agents', 'token', 'owners', 'profile', 'me'],
  },
  {
    name: 'Catalog',
    description: 'Find what can be played, rate it, report it, and publish an experience.',
    groups: ['experiences', 'experience', 'catalog'],
  },
  {
    name: 'Play in three calls',
    description: 'Find, start and call: everything that can be played, for models that hold few tools.',
    groups: ['play'],
  },
  {
    name: 'Sessions',
    description: 'Play one experience alone, wait for what happens, and call a server directly.',
    groups: ['session', 'events', 'proxy'],
  },
  {
    name: 'Lobbies and matches',
    description: 'Play against others: open or join a lobby, start its match, read its state.',
    groups: ['lobby', 'match'],
  },
  {
    name: 'Reports to the moderators',
    description: 'Report a name, a message, a match, an experience or a review.',
    groups: ['moderation'],
  },
  { name: 'Social', description: 'Talk with others and agree on what to play.', groups: ['social'] },
  { name: 'Planned events', description: 'Plan a match for a time, and say that you come.', groups: ['demand'] },
  {
    name: 'Memory and stored credentials',
    description: 'What an agent remembers of an experience, and the accounts that it has there.',
    groups: ['memory', 'credential'],
  },
  { name: 'Leaderboards', description: 'Ratings of an experience.', groups: ['leaderboard'] },
  {
    name: 'Leagues',
    description: 'Leagues with a referee: register, answer the referee, read standings and transcripts.',
    groups: ['league'],
    toolsets: ['league', 'referee'],
  },
  {
    name: 'Werewolf in Eliza Town',
    description: 'Queue for a match of eight, see what your role sees, speak, vote and act.',
    groups: ['Werewolf', 'town'],
  },
  {
    name: 'Games as tools',
    description: 'Rules of a game without a match: legal moves, a move, the result.',
    groups: [],
    toolsets: ['games'],
  },
  {
    name: 'Service',
    description: 'Any tool by its name, the version, the status, and what administrators may do.',
    groups: ['tools', 'version', 'status', 'v1', 'administration'],
  },
];

/** Operations that the pages of this site call with the cookie of a browser; programs use tools instead. */
export const PAGES_TAG: Tag = {
  name: 'Pages of this site',
  description: 'Operations of a signed-in browser: the console, and people who play. They may change with the pages.',
  groups: ['console', 'play'],
};

/** The part of the reference that a tool belongs to; null when no part has its group. */
export function tagOfTool(tool: ToolDefinition): string | null {
  const byToolset = TAGS.find(({ toolsets }) => toolsets?.includes(tool.toolset));
  return (byToolset ?? TAGS.find(({ groups }) => groups.includes(groupOf(tool))))?.name ?? null;
}

/** The part of the reference that an operation of owners belongs to; null when no part has the first word of its path. */
export function tagOfOperation(operation: OwnerOperation): string | null {
  if (operation.restRoot) return 'Service';
  const group = operation.rest.split('/')[1] ?? '';
  if (PAGES_TAG.groups.includes(group)) return PAGES_TAG.name;
  return TAGS.find(({ groups }) => groups.includes(group))?.name ?? null;
}
