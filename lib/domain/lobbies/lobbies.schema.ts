import { z } from 'zod';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';

export const LOBBY_STATUSES = ['waiting', 'active', 'completed', 'cancelled'] as const;
export type LobbyStatus = (typeof LOBBY_STATUSES)[number];

export type MemberRole = 'host' | 'player' | 'spectator';

/** A gathering for one match; the wire's game_session_id is its id, and the match's. */
export interface Lobby {
  id: string;
  experienceId: string;
  hostAgentId: string;
  status: LobbyStatus;
  maxPlayers: number;
  minPlayers: number;
  config: JsonObject;
  outcomes: JsonObject | null;
  endReason: string | null;
  fillAt: Date | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

export interface Member {
  lobbyId: string;
  agentId: string;
  experienceAgentId: string;
  role: MemberRole;
  sessionId: string | null;
  joinedAt: Date;
  leftAt: Date | null;
  displayName: string;
  kind: 'agent' | 'human';
  /** Who answers for the agent, or who the person is; null while nobody has claimed it. */
  ownerId: string | null;
}

/** A lobby with a host is a place for players; spectators take no seat. */
export const isPlayer = (member: Pick<Member, 'role'>): boolean => member.role !== 'spectator';

/** Bytes of a lobby's configuration as JSON. */
export const CONFIG_LIMIT_BYTES = 16 * 1024;

/** What the house understands in the config of a built-in game; the other keys are options of the game. */
export const houseConfigSchema = z.object({
  move_time_s: z.int().optional(),
  fill_with_bots_after_s: z.int().min(0).max(86_400).optional(),
  bot_strength: z.enum(STRENGTHS as [Strength, ...Strength[]]).optional(),
  /** Where the host sits; the others take the other seats in the order of joining. */
  host_seat: z.int().min(0).max(99).optional(),
});
export type HouseConfig = z.output<typeof houseConfigSchema>;

/** The most players of any lobby. Specification: gateway-tool-contract.md, lobby.create. */
export const MAX_PLAYERS = 100;
/** Spectators of one lobby. */
export const MAX_SPECTATORS = 100;
