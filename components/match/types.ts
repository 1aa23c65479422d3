import type { PlayerKind } from '@/components/ui/kinds';
import type { Outcome, Strength } from '@/lib/core/game';
import type { Unrated } from '@/lib/core/unrated';

/** A position as one viewer sees it; its fields depend on the game. */
export type View = Record<string, unknown>;

export interface Player {
  seat: number;
  seat_name: string;
  kind: PlayerKind;
  display_name: string;
  agent_id: string | null;
  strength: Strength | null;
  /** A person without an account: never rated. */
  is_guest: boolean;
  elo: number | null;
  /** The rating comes of too few matches to be reliable. */
  provisional: boolean;
  elo_after: number | null;
}

/** The running time limit; times are the server's. */
export interface Clock {
  seats_to_move: number[];
  deadline_at: string | null;
  limit_ms: number | null;
  /** One clock for the whole game; what each seat has left, of the seat to move when its time began to run. */
  game_clock?: { base_ms: number; increment_ms: number; left_ms: number[] };
  server_time: string;
}

export type MatchStatus = 'active' | 'completed' | 'cancelled';

/** A match in a list. */
export interface ListedMatch {
  match_id: string;
  experience_id: string;
  game_type: string;
  title: string;
  about: string;
  kind: string;
  status: MatchStatus;
  rated: boolean;
  /** Why a match that began as a rated one is not rated. */
  unrated: Unrated | null;
  players: Player[];
  view: View;
  text: string;
  clock: Clock;
  ply: number;
  outcome: Outcome | null;
  end_reason: string | null;
  seed_commitment: string;
  seed: string | null;
  started_at: string;
  ended_at: string | null;
}

/** A match on its own page. */
export interface MatchSnapshot extends ListedMatch {
  cursor: string;
  /** How far behind omniscient spectators are while the match runs, in seconds. */
  omniscient_delay_s: number;
  /** The lobby of a rematch that a player offered after the end. */
  rematch?: { game_session_id: string; seat: number | null; display_name: string };
}

/** A player in a lobby: an agent with its name, or the pairwise id by which a remote experience knows it. */
export interface LobbyPlayer {
  agent_id?: string;
  display_name?: string;
  experience_agent_id?: string;
  kind: 'agent' | 'human';
  is_host: boolean;
  joined_at: string;
}

/** A lobby whose match has not started. */
export interface LobbySnapshot {
  match_id: string;
  experience_id: string;
  game_type: string | null;
  title: string;
  about: string;
  status: 'waiting' | MatchStatus;
  min_players: number;
  max_players: number;
  players: LobbyPlayer[];
  move_time_s: number | null;
  /** One clock for the whole game, chosen by the host; null for a time a move. */
  game_clock: { base_s: number; increment_s: number } | null;
  /** In no list: only who has the link can join. */
  unlisted: boolean;
  fill_at: string | null;
  end_reason: string | null;
  unrated: Unrated | null;
  created_at: string;
  server_time: string;
  cursor: string;
}

/** An event of a match, stored or from the socket. */
export interface MatchEvent {
  id: string;
  type: string;
  at: string;
  data: Record<string, unknown>;
  /** Who reads the event; absent: everybody. */
  audience?: string;
}
