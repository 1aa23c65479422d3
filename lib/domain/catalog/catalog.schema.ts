import { v5 } from 'uuid';
import { z } from 'zod';
import type { ExperienceTarget, PlayProtocol, RemoteKindName, UpstreamTool } from '@/lib/gateway';

const FIRST_PARTY_NAMESPACE = '6d6f6c6b-6574-5f62-8f74-706c61790001';

/** The publisher of built-in games. Other publishers cannot use this name. */
export const FIRST_PARTY_PUBLISHER = 'Botplay';

/** The stable id of the experience of a built-in game. */
export function firstPartyExperienceId(gameId: string): string {
  return v5(gameId, FIRST_PARTY_NAMESPACE);
}

/** Value of `experiences.kind`. */
export type ExperienceKind = 'builtin' | 'link' | RemoteKindName;

/** Kinds of experiences without a remote server, each with the reason why it cannot be verified. */
export const UNVERIFIABLE_KINDS: ReadonlyMap<string, string> = new Map([
  ['link', 'A tier 1 experience is a link: there is nothing to verify.'],
  ['builtin', 'Built-in experiences need no verification.'],
]);

export const VERIFICATION_STATUSES = ['unverified', 'pending', 'verified', 'failed', 'connectivity_verified'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const LIVE_STATUSES = ['online', 'degraded', 'offline', 'unknown'] as const;
export type LiveStatusWord = (typeof LIVE_STATUSES)[number];

export const PLAYABLE_REASONS = ['verified_online', 'verified_status_unknown', 'offline', 'unverified'] as const;
export type PlayableReason = (typeof PLAYABLE_REASONS)[number];

/** Statuses that allow sessions: all six checks, or, for a discovered server, that it answers. */
export const PLAYABLE_STATUSES: readonly VerificationStatus[] = ['verified', 'connectivity_verified'];

export interface LiveStatus {
  status: LiveStatusWord;
  current_players: number;
  active_lobbies: number;
}

/** Whether an agent can play now, and why (decisions.md, verification_status). Tier 1 entries are links: never playable. */
export function playableNow(of: { tier: number; verificationStatus: VerificationStatus; liveStatus: LiveStatusWord }): {
  playable_now: boolean;
  playable_now_reason: PlayableReason;
} {
  if (of.tier === 1 || !PLAYABLE_STATUSES.includes(of.verificationStatus)) {
    return { playable_now: false, playable_now_reason: 'unverified' };
  }
  if (of.liveStatus === 'offline') return { playable_now: false, playable_now_reason: 'offline' };
  const isKnown = of.liveStatus === 'online' || of.liveStatus === 'degraded';
  return { playable_now: true, playable_now_reason: isKnown ? 'verified_online' : 'verified_status_unknown' };
}

/** The fields of an experience in every list, in wire names; the columns have the same names. */
export interface ExperienceLine {
  id: string;
  name: string;
  version: string;
  summary: string;
  category: string;
  tags: string[];
  tier: number;
  listed: boolean;
  verification_status: VerificationStatus;
}

/** The further fields of a catalog line, named as their columns. */
export interface CatalogLine extends ExperienceLine {
  publisher_name: string;
  homepage_url: string | null;
  session_mode: string | null;
  min_players: number;
  max_players: number;
}

/** One line of the catalog, in wire names. */
export interface CatalogEntry extends CatalogLine {
  live_status: LiveStatus;
  playable_now: boolean;
  playable_now_reason: PlayableReason;
  /** Average of the ratings that count, 1 to 5 with one decimal; null without any. */
  rating: number | null;
  review_count: number;
}

/** Everything public about an experience, in wire names. Times are ISO 8601 UTC. */
export interface ExperienceDetails extends CatalogEntry {
  /** builtin | mcp | rest | discovered | link */
  kind: string;
  /** The game of a built-in experience. */
  game_type: string | null;
  multiplayer: boolean;
  verified_at: string | null;
  /** When the live status changed last; null before the first poll. */
  live_since: string | null;
  manifest: Record<string, unknown>;
  /** From the last answer of experience.info. */
  action_schema: unknown;
  gameplay_instructions: string | null;
  /** The agent that registered it; null for first-party experiences and those that an owner registered. */
  created_by: string | null;
  created_at: string;
  updated_at: string;
}

/** One line of `experience.mine`. */
export interface OwnExperience extends ExperienceLine {
  created_at: string;
  updated_at: string;
}

/** One line of the console's list of experiences. */
export interface PublishedExperience extends OwnExperience {
  kind: string;
  verified_at: string | null;
  live_status: LiveStatus;
  live_since: string | null;
  rating: number | null;
  review_count: number;
}

export const listFilters = z.strictObject({
  category: z.string().max(100).optional().describe('Only this category'),
  tag: z.string().max(100).optional().describe('Only with this tag'),
  tier: z.int().min(1).max(2).optional().describe('1: links, 2: playable'),
  search: z.string().trim().max(200).optional().describe('Words that must appear in name or summary'),
  listed: z.boolean().default(true).describe('Only listed experiences; false shows unlisted ones too'),
  online_only: z.boolean().optional().describe('Only experiences whose live status is online'),
  verified_only: z.boolean().optional().describe('Only verified experiences'),
  page: z.int().min(1).max(1_000_000).default(1).describe('Page, from 1'),
  limit: z.int().min(1).max(100).default(20).describe('Results a page'),
});

export type ListFilters = z.output<typeof listFilters>;

/** The publisher of an experience: an agent, or an owner in the console. */
export interface Publisher {
  agentId: string | null;
  ownerId: string | null;
}

/** An experience as sessions and lobbies use it. The object is cached: do not change it. */
export interface PlayableExperience {
  id: string;
  name: string;
  kind: Exclude<ExperienceKind, 'link'>;
  /** lib/games id of a built-in experience, else null. */
  gameId: string | null;
  /** The built-in application that is no game, else null. */
  application: string | null;
  /** The server of a remote experience; null for a built-in one. */
  target: ExperienceTarget | null;
  /** Whether its server has ever been at another origin. */
  hasMoved: boolean;
  interactionModel: 'session' | 'proxy';
  /** Whether its server does not know the contract of experiences. */
  discovered: boolean;
  /** `tools`: agents call the tools of the server, in a session or, with the interaction model proxy, without one. */
  protocol: PlayProtocol;
  /** The tools of such a server as last verified; null when they are not known. */
  tools: UpstreamTool[] | null;
  minPlayers: number;
  maxPlayers: number;
  multiplayer: { supported: boolean; minPlayers: number; maxPlayers: number };
  /** With {session_id}, {game_session_id}, {experience_agent_id}; null when the experience has no page. */
  sessionUiUrlTemplate: string | null;
  lobbyConfigSchema: Record<string, unknown> | null;
  /** From the last answer of experience.info. */
  actionSchema: Record<string, unknown> | null;
  gameplayInstructions: string | null;
}
