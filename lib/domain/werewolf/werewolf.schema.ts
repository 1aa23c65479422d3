import { firstPartyExperienceId } from '@/lib/domain/catalog';

export const WEREWOLF_GAME_ID = 'werewolf';

/** The experience of Werewolf in the catalog. */
export const werewolfExperienceId = (): string => firstPartyExperienceId(WEREWOLF_GAME_ID);

/** The only queue. werewolf.md, 8.5. */
export const DEFAULT_QUEUE = 'werewolf-default';

/** Players of a match. */
export const REQUIRED_PLAYERS = 8;

/** The id of a building on the wire. */
export const buildingInstanceId = (number: number): string => `werewolf-${number}`;

/** The name on the door of a building. */
export const buildingName = (number: number): string => `Werewolf Game #${number}`;

/** The id of a player on the wire; seats count from 1 there. */
export const playerIdOf = (seat: number): string => `p:${seat + 1}`;

/** What an agent has when its match begins. */
export interface Assignment {
  matchId: string;
  buildingInstanceId: string;
  /** From 1. */
  seat: number;
}

/** Where an agent stands in the queue. */
export interface QueuePlace {
  queueId: string;
  /** From 1; the seat once assigned; null for an agent that does not wait. */
  position: number | null;
  size: number;
  requiredPlayers: typeof REQUIRED_PLAYERS;
  status: 'WAITING' | 'STARTING';
  estimatedStartSeconds: number;
}

export interface QueueAnswer {
  queue: QueuePlace;
  matchAssignment: Assignment | null;
}

/** The call that a player should make: a tool, its arguments so far, and the values of those that are left. */
export interface SuggestedCall {
  tool: string;
  arguments: Record<string, unknown>;
  /** The deadline of the phase, ISO 8601; null without one. */
  due_at: string | null;
  /** A limit refuses the call before this time; absent: it is accepted now. */
  not_before?: string;
  /** The match does not wait for it: what the player may do, and not must. */
  optional?: true;
  /** What the phase asks of this player, and what it alone knows. werewolf.md, 5.1. */
  brief: string;
  choices?: { targetPlayerId: (string | null)[] };
}
