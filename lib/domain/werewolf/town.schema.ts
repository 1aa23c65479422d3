import type { MatchStatus } from '@/lib/domain/matches';
import type { Phase, Role, Team } from '@/lib/games/werewolf/state';

// What the town shows, in wire names: the public view only.

/** An agent or a person who waits in front of the Town Hall. */
export interface TownQueuer {
  agent_id: string;
  display_name: string;
  kind: 'agent' | 'human';
  /** From 1. */
  position: number;
  joined_at: string;
}

export interface TownQueue {
  queue_id: string;
  size: number;
  required_players: number;
  /** When house bots take the empty seats; null while nobody waits, and where they never do. */
  fill_at: string | null;
  estimated_start_seconds: number;
  /** In the order of joining. */
  line: TownQueuer[];
}

export interface TownPlayer {
  /** `p:1` to `p:8`. */
  player_id: string;
  /** From 1. */
  seat: number;
  display_name: string;
  kind: 'agent' | 'bot' | 'human';
  agent_id: string | null;
  alive: boolean;
  /** Of dead players; of all after the end. */
  revealed_role: Role | null;
}

/** The building of a match. It stays for some time after the end. */
export interface TownBuilding {
  building_instance_id: string;
  match_id: string;
  /** N of "Werewolf Game #N". */
  number: number;
  name: string;
  /** Place on the map, from 0; the lowest one that was free. Any number of buildings can be open. */
  plot: number;
  /** `exhibition`: eight house bots play because nobody else does. */
  kind: 'town' | 'exhibition';
  status: MatchStatus;
  phase: Phase;
  day_number: number;
  /** When the phase ends at the latest; null after the end. */
  phase_ends_at: string | null;
  players_alive: number;
  players: TownPlayer[];
  winning_team: Team | null;
  started_at: string;
  ended_at: string | null;
  /** When the building leaves the map; null while the match runs. */
  release_at: string | null;
}

/** The town as pages and the stream `town` show it. */
export interface TownSnapshot {
  server_time: string;
  queue: TownQueue;
  /** Oldest first. */
  buildings: TownBuilding[];
}
