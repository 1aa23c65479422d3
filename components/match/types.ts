import type { MatchSnapshot as PlayedMatch } from '@/lib/domain/matches';

/** A position as one viewer sees it; its fields depend on the game. */
export type View = Record<string, unknown>;

/** A match on its own page. */
export interface MatchSnapshot extends PlayedMatch {
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

/** An event of a match, stored or from the socket. */
export interface MatchEvent {
  id: string;
  type: string;
  at: string;
  data: Record<string, unknown>;
  /** Who reads the event; absent: everybody. */
  audience?: string;
}
