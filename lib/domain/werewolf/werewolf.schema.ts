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
