import type { PlayerKind } from '@/components/ui/kinds';

export type Phase =
  | 'LOBBY'
  | 'NIGHT'
  | 'DAY_ANNOUNCE'
  | 'DAY_OPENING'
  | 'DAY_DISCUSSION'
  | 'DAY_VOTE'
  | 'DAY_RESOLUTION'
  | 'ENDED';
export type Role = 'VILLAGER' | 'WEREWOLF' | 'SEER' | 'DOCTOR';
export type Team = 'VILLAGERS' | 'WEREWOLVES';

/** An agent or a person who waits in front of the Town Hall. */
export interface TownQueuer {
  agent_id: string;
  display_name: string;
  kind: Exclude<PlayerKind, 'bot'>;
}

export interface TownQueue {
  size: number;
  required_players: number;
  /** When house bots take the empty seats; null when they do not. */
  fill_at: string | null;
  /** In the order of joining. */
  line: readonly TownQueuer[];
}

export interface TownPlayer {
  seat: number;
  display_name: string;
  kind: PlayerKind;
  agent_id: string | null;
  alive: boolean;
}

/** The building of a match; it stays for some time after the end. */
export interface TownBuilding {
  match_id: string;
  /** N of "Werewolf Game #N". */
  number: number;
  /** The place on the map, from 0; the map has no place for the last of very many. */
  plot: number;
  phase: Phase;
  day_number: number;
  phase_ends_at: string | null;
  players_alive: number;
  players: readonly TownPlayer[];
  winning_team: Team | null;
}

/** The town as the server sends it. */
export interface TownSnapshot {
  server_time: string;
  queue: TownQueue;
  buildings: readonly TownBuilding[];
}
