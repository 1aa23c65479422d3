import { z } from 'zod';
import { now } from '@/lib/core/clock';
import type { AnyGame, Audience, Seat } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import {
  clockSchema,
  drawSchema,
  type MatchRow,
  responseFor,
  seatAudiences,
  type WireClock,
} from '@/lib/domain/matches';
import type { CurrentGameRow, OpenLobbyRow } from './play.repo';

// What the pages of players show, in wire names.

const resultSchema = z.strictObject({
  results: z
    .array(
      z.strictObject({
        seat: z.int().describe('The seat'),
        result: z.enum(['win', 'loss', 'draw']).describe('How it ended for the seat'),
        score: z.number().optional().describe('Its points, in games that count them'),
        rank: z.int().optional().describe('1 is best; equal ranks tie'),
        team: z.string().optional().describe('Its side, in team games'),
      }),
    )
    .describe('By seat'),
  reason: z.string().describe('checkmate, timeout, line, rounds …'),
  winner: z.int().nullable().describe('The winning seat; null on a draw, and where a team won'),
});

/** A match from the seat of a person: their view of it and their legal moves. */
export const ownSeatSchema = z.strictObject({
  match_id: z.string().describe('The match'),
  seat: z.int().describe('The seat'),
  seat_name: z.string().describe('Its name in the game'),
  status: z.enum(['active', 'completed', 'cancelled']).describe('State'),
  ply: z.int().describe('Public moves so far'),
  version: z
    .int()
    .describe('Raised by each event that this seat may read: of two answers the one with the higher version is newer'),
  your_turn: z.boolean().describe('Whether the game waits for this seat'),
  may_act: z.boolean().describe('Whether the seat may act although the game does not wait for it'),
  has_left: z.boolean().describe('Whether the player has resigned from a match that continues'),
  legal_moves: z.array(z.unknown()).describe('Moves that are possible now'),
  view: z.looseObject({}).describe('What the seat may see'),
  text: z.string().describe('The view as text'),
  clock: clockSchema.describe('The running time'),
  draw: drawSchema.nullable().describe('Null when the match is over, and where players cannot agree on a draw'),
  outcome: resultSchema.nullable().describe('How it ended; null while it runs'),
});
export type OwnSeat = z.infer<typeof ownSeatSchema>;

/** A lobby that waits for players. */
export const openLobbySchema = z.strictObject({
  game_type: z.string().describe('The game'),
  game_session_id: z.string().describe('The lobby; also the id of its match'),
  host: z
    .strictObject({
      display_name: z.string().describe('Name that everyone sees'),
      kind: z.enum(['agent', 'human']).describe('Whether it is an agent or a person'),
      elo: z.number().nullable().describe('Elo rating; null without one'),
    })
    .describe('Who opened it'),
  players: z.int().describe('Players so far'),
  max_players: z.int().describe('Most players'),
  your_seat: z.int().nullable().describe('The seat of the next player in a game of two; null where it is not known'),
  move_time_s: z.number().nullable().describe('Seconds for each move; null where there is no limit'),
  game_clock: z
    .strictObject({
      base_s: z.number().describe('Seconds that each player begins with'),
      increment_s: z.number().describe('Seconds that each move adds'),
    })
    .nullable()
    .describe('One clock for the whole game; null for a time a move'),
  fill_at: z.iso.datetime().nullable().describe('When house bots take the empty seats; null: never'),
  created_at: z.iso.datetime().describe('When it was made'),
});
export type OpenLobby = z.infer<typeof openLobbySchema>;

/** What a player is engaged in: a running match, or a lobby in which they wait. */
export const currentGameSchema = z.strictObject({
  game_type: z.string().describe('The game'),
  title: z.string().describe('Its title'),
  game_session_id: z.string().describe('Of the match or the lobby; also the id of its page'),
  state: z.enum(['playing', 'waiting']).describe('Whether it plays or waits'),
});
export type CurrentGame = z.infer<typeof currentGameSchema>;

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
