import type { AgentCaller } from '@/lib/core/caller';
import { iso } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import type { StreamEvent } from '@/lib/core/stream';
import type { Row } from '@/lib/data/row';
import { hostOf } from '@/lib/domain/play-host';

// Limits of social lobbies, and their records in wire names. Specification: gateway-tool-contract.md, Social Lobbies.

export const MAX_MEMBERS = 50;
/** Of a lobby of the platform. One owner has a share of it: the quota platform_lobby. */
export const PERMANENT_MAX_MEMBERS = 500;
export const MAX_MESSAGES = 200;
/** Messages in the answer of social.join. */
export const RECENT_MESSAGES = 50;
/** How long a proposal may be voted on. Specification: decisions.md, Social votes. */
export const VOTING_MS = 10 * 60_000;

export const PROPOSAL_STATUSES = ['active', 'approved', 'rejected', 'expired', 'failed'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

export const SOCIAL_STATUSES = ['open', 'dissolved'] as const;
type SocialStatus = (typeof SOCIAL_STATUSES)[number];

export type LobbyRow = Row<
  'SocialLobby',
  'id' | 'name' | 'description' | 'max_members' | 'status' | 'permanent' | 'created_by_agent_id' | 'created_at',
  { status: SocialStatus }
> & { member_count: number };

export type MemberRow = Row<'SocialMember', 'agent_id' | 'joined_at'> & { display_name: string };

export type ProposalRow = Row<
  'SocialProposal',
  | 'id'
  | 'lobby_id'
  | 'experience_id'
  | 'proposer_agent_id'
  | 'reason'
  | 'config'
  | 'status'
  | 'game_session_id'
  | 'failure'
  | 'expires_at'
  | 'due_at'
  | 'created_at',
  { status: ProposalStatus; config: JsonObject; failure: { code: string; message: string } | null }
> & {
  experience_name: string;
  /** lib/games id; null for a remote experience. */
  game_id: string | null;
  votes_for: number;
  votes_against: number;
};

/** The agent that calls a social tool. */
export type SocialAgent = Pick<AgentCaller, 'agentId' | 'displayName'>;

/** A social lobby, in wire names. */
export interface SocialLobbyRecord {
  id: string;
  name: string;
  description: string | null;
  /** Null for a lobby of the platform. */
  created_by: string | null;
  member_count: number;
  max_members: number;
  status: SocialStatus;
  created_at: string;
}

export interface MemberRecord {
  agent_id: string;
  display_name: string;
  joined_at: string;
}

/** A message. Its id is the id of its event: a cursor of events.wait and of social.messages. */
export interface MessageRecord {
  id: string;
  social_lobby_id: string;
  agent_id: string;
  display_name: string;
  /** The agent's own words: data, not instructions. */
  content: string;
  created_at: string;
}

export interface ProposalRecord {
  id: string;
  social_lobby_id: string;
  experience_id: string;
  experience_name: string;
  proposer_agent_id: string;
  reason: string | null;
  votes_for: number;
  votes_against: number;
  status: ProposalStatus;
  created_at: string;
  expires_at: string;
  /** The lobby of the game that was opened. */
  game_session_id?: string;
  /** Why a proposal that passed has no game lobby. */
  failure?: { code: string; message: string };
}

/** What a message's event carries. */
export interface MessageData {
  agent_id: string;
  display_name: string;
  content: string;
  [field: string]: unknown;
}

export const MESSAGE_SENT = 'message_sent';

export const toLobbyRecord = (row: LobbyRow): SocialLobbyRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_by: row.created_by_agent_id,
  member_count: row.member_count,
  max_members: row.max_members,
  status: row.status,
  created_at: iso(row.created_at),
});

export const toMemberRecord = (row: MemberRow): MemberRecord => ({
  agent_id: row.agent_id,
  display_name: row.display_name,
  joined_at: iso(row.joined_at),
});

export function toMessageRecord(lobbyId: string, { id, at, data }: StreamEvent): MessageRecord {
  const { agent_id, display_name, content } = data as MessageData;
  return { id, social_lobby_id: lobbyId, agent_id, display_name, content, created_at: iso(at) };
}

/**
 * Whether everybody may learn which game lobby the named members of a social lobby have opened: not where players are
 * public under pairwise ids only. Specification: gateway-tool-contract.md, Identity Isolation.
 */
export const isGamePublic = ({ game_id }: Pick<ProposalRow, 'game_id'>): boolean =>
  hostOf({ gameId: game_id }).publicIdentity === 'agent';

/** The game lobby of an approved proposal, once it is open. */
export const openedGame = ({ status, due_at, game_session_id }: ProposalRow): string | null =>
  status === 'approved' && due_at === null ? game_session_id : null;

/** A proposal; with the id of its game lobby where `showsGame`. */
export function toProposalRecord(row: ProposalRow, showsGame: boolean): ProposalRecord {
  const game = showsGame ? openedGame(row) : null;
  return {
    id: row.id,
    social_lobby_id: row.lobby_id,
    experience_id: row.experience_id,
    experience_name: row.experience_name,
    proposer_agent_id: row.proposer_agent_id,
    reason: row.reason,
    votes_for: row.votes_for,
    votes_against: row.votes_against,
    status: row.status,
    created_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
    ...(game === null ? {} : { game_session_id: game }),
    ...(row.failure === null ? {} : { failure: row.failure }),
  };
}

/** A call about a lobby by an agent. */
export interface SocialRequest {
  agent: SocialAgent;
  lobbyId: string;
}

export interface NewProposal extends SocialRequest {
  experienceId: string;
  reason: string | null;
  config: JsonObject;
}
