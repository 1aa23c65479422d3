import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { Outcome, Seat } from '@/lib/core/game';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import {
  type MatchRow,
  type MatchStatus,
  readMatch,
  responseFor,
  seatAudiences,
  type WireClock,
} from '@/lib/domain/matches';
import { findMemberRole } from '@/lib/domain/seating';
import { ALL_GAMES, gameById } from '@/lib/games';
import { findCurrentGame, findGameOfLobby, findOpenLobbies, findSessionOfSeat, type OpenLobbyRow } from './play.repo';

export { offerRematch, planRematch, type RematchPlan } from './rematch';

const MAX_LOBBIES = 50;

/** A match from the seat of a person: their own view, and what they may do now. In wire form. */
export interface OwnSeat {
  match_id: string;
  seat: Seat;
  seat_name: string;
  status: MatchStatus;
  /** Moves that everybody has seen. */
  ply: number;
  /** Raised by whatever this seat is told: of two answers the higher one is newer. What others do in secret leaves it. */
  version: number;
  /** The game waits for this seat. */
  your_turn: boolean;
  /** The seat may act although the game does not wait for it. */
  may_act: boolean;
  /** Has given up a game that goes on without them. */
  has_left: boolean;
  legal_moves: unknown[];
  view: Record<string, unknown>;
  text: string;
  clock: WireClock;
  outcome: Outcome | null;
}

/**
 * A match as a player sees it from its own seat; null when they hold none. Nobody else's view can be asked for: the
 * seat is looked up by who asks. One query.
 */
export async function readOwnSeat(of: { matchId: string; agentId: string }): Promise<OwnSeat | null> {
  const match = await readMatch(of.matchId);
  const own = match?.seats.find((seat) => seat.agentId === of.agentId);
  return match && own ? seatView(match, own.seat) : null;
}

function seatView(match: MatchRow, seat: Seat): OwnSeat | null {
  const game = gameById(match.gameId);
  if (!game) return null;
  const { your_turn, may_act = false, legal_moves, view, clock } = responseFor(game, match, seat, now());
  return {
    match_id: match.id,
    seat,
    seat_name: game.seats.names[seat] ?? `seat ${seat + 1}`,
    status: match.status,
    ply: match.ply,
    version: countReadableEvents(match, seat),
    your_turn,
    may_act,
    has_left: game.leaving?.gone(match.state).includes(seat) ?? false,
    legal_moves,
    view,
    text: game.describe(view, seat),
    clock: clock as WireClock,
    outcome: match.outcome,
  };
}

/** How many events the seat may read until now; the row's own version would count the secret moves and looks of others. */
function countReadableEvents(match: MatchRow, seat: Seat): number {
  return seatAudiences(match, seat).reduce((sum, audience) => sum + (match.head.seqs[audience] ?? 0), 0);
}

/**
 * The session by which a player acts in a match.
 * @throws NOT_FOUND when they hold no seat in it, whether or not there is such a match
 */
export async function requireSeatSession(of: {
  matchId: string;
  agentId: string;
}): Promise<{ sessionId: string; isAlone: boolean }> {
  const found = await findSessionOfSeat(of);
  if (!found?.sessionId) throw new AppError('NOT_FOUND', 'You have no seat in this match.');
  return { sessionId: found.sessionId, isAlone: found.seats === 1 };
}

/** A lobby that waits for players, as people choose one. In wire form. */
export interface OpenLobby {
  game_session_id: string;
  host: { display_name: string; kind: 'agent' | 'human'; elo: number | null };
  players: number;
  max_players: number;
  /** Where who joins next will sit in a game of two; null where that is open. */
  your_seat: Seat | null;
  move_time_s: number | null;
  fill_at: string | null;
  created_at: string;
}

/** Lobbies of a game that wait and have a free seat, oldest first, of agents and of people. One query. */
export async function listOpenLobbies(of: { gameId: string }): Promise<OpenLobby[]> {
  const rows = await findOpenLobbies(requirePlayableGame(of.gameId).experienceId, MAX_LOBBIES);
  return rows.map(toOpenLobby);
}

function toOpenLobby(row: OpenLobbyRow): OpenLobby {
  const { move_time_s: moveTime, host_seat: hostSeat } = row.config;
  const host = typeof hostSeat === 'number' ? hostSeat : 0;
  return {
    game_session_id: row.id,
    host: { display_name: row.host_name, kind: row.host_kind, elo: row.host_elo },
    players: row.players,
    max_players: row.max_players,
    your_seat: row.max_players === 2 ? 1 - host : null,
    move_time_s: typeof moveTime === 'number' ? moveTime : null,
    fill_at: row.fill_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** The game that a person wants to play, with the experience that stands for it. @throws NOT_FOUND */
export function requirePlayableGame(gameId: string): { gameId: string; experienceId: string } {
  if (!ALL_GAMES.some((game) => game.id === gameId)) {
    throw new AppError('NOT_FOUND', 'There is no built-in game with this id.');
  }
  return { gameId, experienceId: firstPartyExperienceId(gameId) };
}

/**
 * Makes sure that a lobby is of a game of ours: what others run is not played in the browser.
 * @throws NOT_FOUND for other lobbies, as for those that do not exist
 */
export async function requireBuiltinLobby(lobbyId: string): Promise<void> {
  if (!(await findGameOfLobby(lobbyId))) throw new AppError('NOT_FOUND', 'There is no lobby with this id to play in.');
}

/** What keeps a player: a match that runs, or a lobby in which they wait. In wire form. */
export interface CurrentGame {
  game_type: string;
  title: string;
  /** Of the match or of the lobby: its page has this id. */
  game_session_id: string;
  state: 'playing' | 'waiting';
}

/** Where a player is now, or null when they are free. One query. */
export async function readCurrentGame(agentId: string): Promise<CurrentGame | null> {
  const row = await findCurrentGame(agentId);
  const id = row?.match_id ?? row?.lobby_id;
  if (!row?.game_id || !id) return null;
  return { game_type: row.game_id, title: row.title, game_session_id: id, state: row.match_id ? 'playing' : 'waiting' };
}

/** How a player is in a lobby; null when they are not in it. */
export async function readRole(of: {
  lobbyId: string;
  agentId: string;
}): Promise<'host' | 'player' | 'spectator' | null> {
  return findMemberRole(of);
}
