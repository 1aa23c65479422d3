import { now } from '@/lib/core/clock';
import type { AnyGame, Audience, Outcome, Seat } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import {
  type MatchRow,
  type MatchStatus,
  responseFor,
  seatAudiences,
  type WireClock,
  type WireDraw,
} from '@/lib/domain/matches';
import type { CurrentGameRow, OpenLobbyRow } from './play.repo';

// What the pages of players show, in wire names.

/** A match from the seat of a person: their view of it and their legal moves. */
export interface OwnSeat {
  match_id: string;
  seat: Seat;
  seat_name: string;
  status: MatchStatus;
  /** Public moves so far. */
  ply: number;
  /** Raised by each event that this seat may read: of two answers the one with the higher version is newer. */
  version: number;
  /** Whether the game waits for this seat. */
  your_turn: boolean;
  /** Whether the seat may act although the game does not wait for it. */
  may_act: boolean;
  /** Whether the player has resigned from a match that continues. */
  has_left: boolean;
  legal_moves: unknown[];
  view: Record<string, unknown>;
  text: string;
  clock: WireClock;
  /** Null when the match is over, and where players cannot agree on a draw. */
  draw: WireDraw | null;
  outcome: Outcome | null;
}

/** A lobby that waits for players. */
export interface OpenLobby {
  game_type: string;
  game_session_id: string;
  host: { display_name: string; kind: 'agent' | 'human'; elo: number | null };
  players: number;
  max_players: number;
  /** The seat of the next player in a game of two; null where it is not known. */
  your_seat: Seat | null;
  move_time_s: number | null;
  /** One clock for the whole game; null for a time a move. */
  game_clock: { base_s: number; increment_s: number } | null;
  fill_at: string | null;
  created_at: string;
}

/** What a player is engaged in: a running match, or a lobby in which they wait. */
export interface CurrentGame {
  game_type: string;
  title: string;
  /** Of the match or the lobby; also the id of its page. */
  game_session_id: string;
  state: 'playing' | 'waiting';
}

/** How to play the same game again. */
export type RematchPlan =
  | { kind: 'join'; lobbyId: string }
  | { kind: 'solo'; experienceId: string; initialAction: JsonObject }
  | { kind: 'lobby'; experienceId: string; maxPlayers: number; config: JsonObject };

export function toOwnSeat(game: AnyGame, match: MatchRow, seat: Seat): OwnSeat {
  const { your_turn, may_act = false, legal_moves, view, clock, draw = null } = responseFor(game, match, seat, now());
  return {
    match_id: match.id,
    seat,
    seat_name: game.seats.names[seat] ?? `seat ${seat + 1}`,
    status: match.status,
    ply: match.ply,
    version: versionFor(match, seat),
    your_turn,
    may_act,
    has_left: game.leaving?.departedSeats(match.state).includes(seat) ?? false,
    legal_moves,
    view,
    text: game.describe(view, seat),
    clock: clock as WireClock,
    draw,
    outcome: match.outcome,
  };
}

/** More private events than a match has. */
const PUBLIC_WEIGHT = 1_000_000;

/**
 * Grows with the events that the seat may read; the version of the match's row would also count the secret moves of others.
 * A player that dies can leave its team, whose events no longer count then: public ones, such as its death, weigh more.
 */
function versionFor(match: MatchRow, seat: Seat): number {
  const count = (audience: Audience) => match.head.seqs[audience] ?? 0;
  const secret = seatAudiences(match, seat).filter((audience) => audience !== 'public');
  return PUBLIC_WEIGHT * count('public') + secret.reduce((sum, audience) => sum + count(audience), 0);
}

export function toOpenLobby(gameId: string, row: OpenLobbyRow): OpenLobby {
  const {
    move_time_s: moveTimeS,
    clock_base_s: baseS,
    clock_increment_s: incrementS,
    host_seat: hostSeat,
  } = row.config;
  const host = typeof hostSeat === 'number' ? hostSeat : 0;
  return {
    game_type: gameId,
    game_session_id: row.id,
    host: { display_name: row.host_name, kind: row.host_kind, elo: row.host_elo },
    players: row.players,
    max_players: row.max_players,
    your_seat: row.max_players === 2 ? 1 - host : null,
    move_time_s: typeof moveTimeS === 'number' ? moveTimeS : null,
    game_clock: typeof baseS === 'number' ? { base_s: baseS, increment_s: Number(incrementS ?? 0) } : null,
    fill_at: row.fill_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** Null for a remote experience, which people do not play. */
export function toCurrentGame({ game_id, title, match_id, lobby_id }: CurrentGameRow): CurrentGame | null {
  const id = match_id ?? lobby_id;
  if (!game_id || !id) return null;
  return { game_type: game_id, title, game_session_id: id, state: match_id ? 'playing' : 'waiting' };
}
