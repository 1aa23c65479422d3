import { z } from 'zod';
import { STRENGTHS, type Strength } from '@/lib/core/game';

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
