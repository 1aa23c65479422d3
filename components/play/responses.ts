import { z } from 'zod';
import type { Outcome } from '@/lib/core/game';

const clock = z.object({
  seats_to_move: z.array(z.number()),
  deadline_at: z.string().nullable(),
  limit_ms: z.number().nullable(),
  game_clock: z.object({ base_ms: z.number(), increment_ms: z.number(), left_ms: z.array(z.number()) }).optional(),
  server_time: z.string(),
});

const drawAction = z.enum(['offer_draw', 'accept_draw', 'decline_draw']);
export type DrawAction = z.infer<typeof drawAction>;

/** A match from the viewer's seat: own view and own moves. */
export const ownSeatSchema = z.object({
  match_id: z.string(),
  seat: z.number(),
  seat_name: z.string(),
  status: z.enum(['active', 'completed', 'cancelled']),
  ply: z.number(),
  version: z.number(),
  your_turn: z.boolean(),
  may_act: z.boolean(),
  has_left: z.boolean(),
  legal_moves: z.array(z.unknown()),
  view: z.record(z.string(), z.unknown()),
  text: z.string(),
  clock,
  /** The draw by agreement; null where there is none. */
  draw: z.object({ offered_by: z.number().nullable(), actions: z.array(drawAction) }).nullable(),
  outcome: z.custom<Outcome>().nullable(),
});
export type OwnSeat = z.infer<typeof ownSeatSchema>;

export const lobbyRoleSchema = z.enum(['host', 'player', 'spectator']).nullable();
export type LobbyRole = z.infer<typeof lobbyRoleSchema>;

export const ownPlaceSchema = z.object({ seat: ownSeatSchema.nullable(), role: lobbyRoleSchema });
export type OwnPlace = z.infer<typeof ownPlaceSchema>;

export const moveAnswerSchema = z.object({ seat: ownSeatSchema.nullable() });

export const openedGameSchema = z.object({ game_session_id: z.string() });

export const placeSchema = z.object({
  game_type: z.string(),
  title: z.string(),
  game_session_id: z.string(),
  state: z.enum(['playing', 'waiting']),
});
export type PlayerPlace = z.infer<typeof placeSchema>;

export const personStateSchema = z.object({
  /** Without an account: a visitor is a guest who has not played yet. */
  is_guest: z.boolean(),
  /** The name that the account was given; null for a guest, and where none was chosen. */
  account_name: z.string().nullable(),
  player: z.object({ agent_id: z.string(), display_name: z.string() }).nullable(),
  place: placeSchema.nullable(),
});
export type PersonState = z.infer<typeof personStateSchema>;

export const openLobbiesSchema = z.object({
  lobbies: z.array(
    z.object({
      game_type: z.string(),
      game_session_id: z.string(),
      host: z.object({
        display_name: z.string(),
        kind: z.enum(['agent', 'human']),
        elo: z.number().nullable(),
      }),
      players: z.number(),
      max_players: z.number(),
      your_seat: z.number().nullable(),
      move_time_s: z.number().nullable(),
      game_clock: z.object({ base_s: z.number(), increment_s: z.number() }).nullable(),
      fill_at: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
});
export type OpenLobby = z.infer<typeof openLobbiesSchema>['lobbies'][number];

/** The newer of two answers about one seat, because a slow answer must not replace a later one. */
export function newerSeat(known: OwnSeat | null, fresh: OwnSeat | null): OwnSeat | null {
  return known && fresh && known.match_id === fresh.match_id && known.version > fresh.version ? known : fresh;
}
