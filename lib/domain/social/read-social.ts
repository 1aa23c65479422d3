import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { socialStream } from '@/lib/core/stream';
import { lastEventId } from '@/lib/events';
import { requireLobby } from './errors';
import { readRecentMessages } from './messages';
import { listProposals } from './proposals.repo';
import { findLobby, findMembers, isMember, listOpen } from './social.repo';
import {
  isGamePublic,
  type MemberRecord,
  type MessageRecord,
  type ProposalRecord,
  type SocialLobbyRecord,
  toLobbyRecord,
  toMemberRecord,
  toProposalRecord,
} from './social.schema';

const MAX_LISTED = 100;
const MAX_PROPOSALS = 50;

/** The open social lobbies. Specification: gateway-tool-contract.md, social.list. */
export async function listSocialLobbies(): Promise<SocialLobbyRecord[]> {
  return (await listOpen(MAX_LISTED)).map(toLobbyRecord);
}

/** The members of a social lobby. Specification: gateway-tool-contract.md, social.members. @throws NOT_FOUND */
export async function readMembers(lobbyId: string): Promise<MemberRecord[]> {
  await requireLobby(lobbyId);
  return (await findMembers(lobbyId)).map(toMemberRecord);
}

/**
 * The proposals of a social lobby, newest first. Members also get the game lobbies of remote experiences.
 * Specification: gateway-tool-contract.md, social.proposals.
 * @throws NOT_FOUND
 */
export async function readProposals(args: { lobbyId: string; agentId: string }): Promise<ProposalRecord[]> {
  const lobby = await requireLobby(args.lobbyId);
  const [rows, inside] = await Promise.all([listProposals(lobby.id, MAX_PROPOSALS), isMember(lobby.id, args.agentId)]);
  return rows.map((row) => toProposalRecord(row, inside || isGamePublic(row)));
}

/** A social lobby as spectators see it, in wire names. */
export interface SocialSnapshot {
  lobby: SocialLobbyRecord;
  members: MemberRecord[];
  messages: MessageRecord[];
  proposals: ProposalRecord[];
  server_time: string;
  /** Id of the last event that this snapshot contains. */
  cursor: string;
}

/** A social lobby for pages and sockets, read fresh; null when it does not exist. Five queries. */
export async function loadSocialSnapshot(lobbyId: string): Promise<SocialSnapshot | null> {
  // The cursor is read first: an event in between is then shown twice rather than never.
  const cursor = await lastEventId(socialStream(lobbyId), ['public']);
  const lobby = await findLobby(lobbyId);
  if (!lobby) return null;
  const [members, messages, proposals] = await Promise.all([
    findMembers(lobbyId),
    readRecentMessages(lobbyId),
    listProposals(lobbyId, MAX_PROPOSALS),
  ]);
  return {
    lobby: toLobbyRecord(lobby),
    members: members.map(toMemberRecord),
    messages,
    proposals: proposals.map((row) => toProposalRecord(row, isGamePublic(row))),
    server_time: new Date().toISOString(),
    cursor: cursor ?? '',
  };
}

/** Lobbies are never deleted, so one that was found once exists. */
const existing = () => once('social.existing', () => new LRUCache<string, true>({ max: 10_000 }));

/** Whether a social lobby exists. At most one query; none for one that was found before. */
export async function socialLobbyExists(lobbyId: string): Promise<boolean> {
  if (existing().has(lobbyId)) return true;
  if (!(await findLobby(lobbyId))) return false;
  existing().set(lobbyId, true);
  return true;
}
