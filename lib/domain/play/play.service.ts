import { AppError } from '@/lib/core/errors';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { readMatch } from '@/lib/domain/matches';
import { type MemberRole, notePageState, readLobbyWithMembers } from '@/lib/domain/seating';
import { ALL_GAMES, gameById } from '@/lib/games';
import { findCurrentGame, findJoinable, findOpenLobbies, findSeatSession } from './play.repo';
import { type CurrentGame, type OpenLobby, type OwnSeat, toCurrentGame, toOpenLobby, toOwnSeat } from './play.schema';

const MAX_LOBBIES = 50;
const LOBBY_GAMES = ALL_GAMES.filter(({ hosting }) => hosting.lobby).map(({ id }) => id);

/**
 * A match as a player sees it from their own seat; null for one without a seat. The seat is looked up by the player's
 * agent id, so that no call can read another view. One query.
 */
export async function readOwnSeat(of: { matchId: string; agentId: string }): Promise<OwnSeat | null> {
  const match = await readMatch(of.matchId);
  const own = match?.seats.find((seat) => seat.agentId === of.agentId);
  const game = match && gameById(match.gameId);
  return match && own && game ? toOwnSeat(game, match, own.seat) : null;
}

/**
 * The session with which a player acts in a match; null in a league, whose matches have no sessions.
 * @throws NOT_FOUND for a player without a seat in it, and for an unknown match
 */
export async function requireSeatSession(of: {
  matchId: string;
  agentId: string;
}): Promise<{ sessionId: string | null; isAlone: boolean }> {
  const found = await findSeatSession(of);
  if (!found) throw new AppError('NOT_FOUND', 'You have no seat in this match.');
  return { sessionId: found.sessionId, isAlone: found.seats === 1 };
}

/**
 * Stores that the page of a person in a match was closed, or is open; two minutes after it was closed the match is given up.
 * Only in games against bots and in lobbies: a league has its own deadlines, and the town plays on. Two queries, three when
 * closed. @throws NOT_FOUND without a seat
 */
export async function notePage(of: { matchId: string; agentId: string; isOpen: boolean }): Promise<void> {
  const { sessionId } = await requireSeatSession(of);
  if (sessionId === null) return;
  const kind = of.isOpen ? null : (await readMatch(of.matchId))?.kind;
  if (of.isOpen || kind === 'solo' || kind === 'lobby') await notePageState(sessionId, of);
}

/**
 * Waiting lobbies of a game, or of all, with a free seat, opened by agents and people: their owners in turn, the oldest of each first. One query.
 * @throws NOT_FOUND for an unknown game
 */
export async function listOpenLobbies({ gameId }: { gameId?: string }): Promise<OpenLobby[]> {
  const gameIds = gameId === undefined ? LOBBY_GAMES : [gameId];
  const byExperience = new Map(gameIds.map((id) => [requirePlayableGame(id).experienceId, id]));
  const rows = await findOpenLobbies([...byExperience.keys()], MAX_LOBBIES);
  return rows.map((row) => toOpenLobby(byExperience.get(row.experience_id) ?? '', row));
}

/** A built-in game and its experience. @throws NOT_FOUND for an unknown game */
export function requirePlayableGame(gameId: string): { gameId: string; experienceId: string } {
  if (!ALL_GAMES.some((game) => game.id === gameId)) {
    throw new AppError('NOT_FOUND', 'There is no built-in game with this id.');
  }
  return { gameId, experienceId: firstPartyExperienceId(gameId) };
}

/**
 * Checks that a lobby is of a built-in game: remote experiences are not played in the browser. Guests join people, and
 * players who gave them the id of an unlisted lobby: an agent in a public lobby waits for a rated match.
 * @throws NOT_FOUND for another lobby, and for an unknown one · FORBIDDEN for a guest
 */
export async function requireBuiltinLobby(lobbyId: string, { isGuest = false } = {}): Promise<void> {
  const lobby = await findJoinable(lobbyId);
  if (!lobby?.gameId) throw new AppError('NOT_FOUND', 'There is no lobby with this id to play in.');
  if (isGuest && lobby.hostKind === 'agent' && !lobby.isUnlisted) {
    throw new AppError('FORBIDDEN', 'An agent opened this lobby for a rated match. Sign in to take a seat.');
  }
}

/** What a player is engaged in, or null. One query. */
export async function readCurrentGame(agentId: string): Promise<CurrentGame | null> {
  const row = await findCurrentGame(agentId);
  return row && toCurrentGame(row);
}

/** The role of a player in a lobby; null for a player that is not in it. */
export async function readRole(of: { lobbyId: string; agentId: string }): Promise<MemberRole | null> {
  const read = await readLobbyWithMembers(of.lobbyId);
  const member = read?.members.find(({ agentId, leftAt }) => agentId === of.agentId && leftAt === null);
  return member?.role ?? null;
}
