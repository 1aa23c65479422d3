import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { Queryable } from '@/lib/data/database';
import { broadcastHint } from '@/lib/events';
import {
  findLobby,
  findMembers,
  insertLobby,
  isKnownUpstream,
  lockLobbyRow,
  markKnownUpstream,
  setFillAt,
  setRematchOf,
  upsertMember,
} from './lobbies.repo';
import type { Lobby, LobbyStatus, Member, MemberRole, NewLobby, Session } from './seating.schema';
import { bindSessionToLobby, findLobbySessions } from './sessions.repo';

/** A lobby with its present and former members, in the order of joining. */
export interface LobbyWithMembers {
  lobby: Lobby;
  members: Member[];
}

/** A lobby with its members, or null. */
export async function readLobbyWithMembers(lobbyId: string): Promise<LobbyWithMembers | null> {
  const lobby = await findLobby(lobbyId);
  return lobby && { lobby, members: await findMembers(lobbyId) };
}

/**
 * A lobby with its members, or null. The lobby is locked until the transaction ends: the lock orders the calls that join,
 * leave, start and end it.
 */
export async function lockLobby(client: Queryable, lobbyId: string): Promise<LobbyWithMembers | null> {
  const lobby = await lockLobbyRow(client, lobbyId);
  return lobby && { lobby, members: await findMembers(lobbyId, client) };
}

/** The active sessions in a lobby. */
export async function readLobbySessions(lobbyId: string, on?: Queryable): Promise<Session[]> {
  return findLobbySessions(lobbyId, on);
}

/** Stores a waiting lobby; empty seats go to house bots `fillAfterS` from now. */
export async function openLobby(client: Queryable, { fillAfterS, ...lobby }: NewLobby): Promise<void> {
  const createdAt = now();
  const fillAt = fillAfterS === null ? null : new Date(createdAt.getTime() + fillAfterS * 1000);
  await insertLobby(client, { ...lobby, createdAt, fillAt });
}

/** Postpones filling a waiting lobby with bots. */
export async function postponeFill(lobbyId: string, seconds: number): Promise<void> {
  await setFillAt(lobbyId, new Date(now().getTime() + seconds * 1000));
}

/**
 * Adds an agent to a lobby; one that had left joins anew. With `bindsSession` the session that it has outside a match
 * belongs to the lobby from now on. Returns whether it is an agent or a person.
 */
export async function admitMember(
  client: Queryable,
  member: { lobbyId: string; agentId: string; experienceAgentId: string; role: MemberRole; bindsSession: boolean },
): Promise<'agent' | 'human'> {
  const kind = await upsertMember(client, member);
  if (member.bindsSession) await bindSessionToLobby(client, member);
  return kind;
}

/**
 * Makes a waiting lobby the rematch of a match. False when it is one already, or does not wait.
 * @throws 23505 when the match has one already
 */
export async function makeRematch(client: Queryable, of: { lobbyId: string; matchId: string }): Promise<boolean> {
  return setRematchOf(client, of);
}

/** Stores that the experience has answered a call about a lobby. */
export async function noteUpstreamAnswer(lobbyId: string): Promise<void> {
  await markKnownUpstream(lobbyId);
}

/** Whether the experience has answered a call about this lobby, or about another one since its manifest was changed last. */
export async function hasAnsweredUpstream(of: { lobbyId: string; experienceId: string }): Promise<boolean> {
  return isKnownUpstream(of);
}

/** EXPERIENCE_ERROR about a lobby with a reason for programs; `next` among the details says what to call. */
export function lobbyError(
  reason: string,
  message: string,
  details: Record<string, unknown> = {},
  { retryable = false } = {},
): AppError {
  return new AppError('EXPERIENCE_ERROR', message, { retryable, details: { reason, ...details } });
}

/** EXPERIENCE_ERROR for an unknown lobby id, as lobby.join and match.abort answer it. */
export function lobbyNotFound(): AppError {
  return lobbyError('lobby_not_found', 'Lobby not found', { next: 'lobby.list shows the lobbies of an experience.' });
}

/** @throws EXPERIENCE_ERROR for an unknown lobby id */
export async function requireLobby(lobbyId: string): Promise<Lobby> {
  const lobby = await findLobby(lobbyId);
  if (!lobby) throw lobbyNotFound();
  return lobby;
}

/** @throws EXPERIENCE_AUTH_FAILED unless the agent is the host of the lobby */
export function requireHost(lobby: Lobby, agentId: string): void {
  if (lobby.hostAgentId === agentId) return;
  throw new AppError('EXPERIENCE_AUTH_FAILED', 'Only the host of the lobby may do this.', {
    details: { reason: 'not_the_host', next: 'match.state names the host; lobby.leave takes you out.' },
  });
}

/** What to call for a lobby whose status does not allow the call that was made. */
const NEXT_CALL: Record<LobbyStatus, string> = {
  waiting: 'The host starts it with match.start.',
  active: 'Its players act with session.step; others may join as spectator.',
  completed: 'match.state shows the outcomes; lobby.create opens another.',
  cancelled: 'Open another with lobby.create, or find one with lobby.list.',
};

/** @throws EXPERIENCE_ERROR unless the lobby has one of these statuses */
export function requireStatus(lobby: Lobby, ...allowed: LobbyStatus[]): void {
  if (allowed.includes(lobby.status)) return;
  throw lobbyError(`lobby_not_${allowed[0]}`, `Lobby is ${lobby.status}, not ${allowed.join(' or ')}`, {
    status: lobby.status,
    next: NEXT_CALL[lobby.status],
  });
}

/** @throws EXPERIENCE_ERROR when fewer players are in the lobby than its match needs */
export function requireEnoughPlayers(lobby: Lobby, players: readonly Member[]): void {
  if (players.length >= lobby.minPlayers) return;
  const message = `The match needs at least ${lobby.minPlayers} players; ${players.length} are here.`;
  throw lobbyError('not_enough_players', message, {
    min_players: lobby.minPlayers,
    current_players: players.length,
    next: `events.wait on "match:${lobby.id}" answers when more have joined.`,
  });
}

/**
 * Notifies every process that the lobbies of an experience have changed, so that lists of them are read again. Callers do
 * not wait for it; a lost message leaves a list out of date until its next read.
 */
export function announceLobbies(experienceId: string): void {
  void broadcastHint('lobbies', { experience_id: experienceId });
}
