import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { socialStream } from '@/lib/core/stream';
import { type PageRequest, toTurnPage } from '@/lib/domain/quotas';
import { lastEventId } from '@/lib/events';
import { requireLobby } from './errors';
import { readRecentMessages } from './messages';
import { listProposals } from './proposals.repo';
import { findLobby, findMembers, isMember, listOpen } from './social.repo';
import {
  isGamePublic,
  type LobbyRow,
  type MemberRecord,
  type MessageRecord,
  type ProposalRecord,
  type SocialLobbyRecord,
  toLobbyRecord,
  toMemberRecord,
  toProposalRecord,
} from './social.schema';

const MAX_PROPOSALS = 50;

/**
 * A page of the open social lobbies: those of the platform first, then the newest. Where there are more than a page, the
 * owners of their creators take turns. Specification: gateway-tool-contract.md, social.list.
 * @throws VALIDATION_ERROR for a cursor of another list
 */
export async function listSocialLobbies(
  page: PageRequest,
): Promise<{ lobbies: SocialLobbyRecord[]; nextCursor: string | null }> {
  const { rows, nextCursor } = toTurnPage(await listOpen(page), page.limit);
  const isLater = (row: LobbyRow) => (row.permanent ? 0 : 1);
  const sorted = rows.sort((one, other) => isLater(one) - isLater(other) || one.ord - other.ord);
  return { lobbies: sorted.map(toLobbyRecord), nextCursor };
}

/** The members of a social lobby. Specification: gateway-tool-contract.md, social.members. @throws NOT_FOUND */
export async function readMembers(lobbyId: string): Promise<MemberRecord[]> {
  await requireLobby(lobbyId);
  return (await findMembers(lobbyId)).map(toMemberRecord);
}

/**
 * A page of the proposals of a social lobby, newest first. Members also get the game lobbies of remote experiences.
 * Specification: gateway-tool-contract.md, social.proposals.
 * @throws NOT_FOUND · VALIDATION_ERROR for a cursor of another list
 */
export async function readProposals(
  args: { lobbyId: string; agentId: string } & PageRequest,
): Promise<{ proposals: ProposalRecord[]; nextCursor: string | null }> {
  const { cursor, limit, agentId } = args;
  const before = cursor === undefined ? null : readCursor(cursor);
  const lobby = await requireLobby(args.lobbyId);
  const [rows, inside] = await Promise.all([
    listProposals({ lobbyId: lobby.id, before, limit: limit + 1 }),
    isMember(lobby.id, agentId),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    proposals: page.map((row) => toProposalRecord(row, inside || isGamePublic(row))),
    nextCursor: last && rows.length > limit ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
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
    listProposals({ lobbyId, before: null, limit: MAX_PROPOSALS }),
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
