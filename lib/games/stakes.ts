import { z } from 'zod';
import type { ToolFields } from '@/lib/core/stateless-adapter';

const DEFAULT_STACK = 1000;
const DEFAULT_BET = 10;
/** Far below the largest exact integer. */
export const MAX_CHIPS = 1_000_000_000;

/** A number of chips in a tool input. */
export const chips = (what: string) => z.int().min(1).max(MAX_CHIPS).describe(what);

/** The inputs of `new_blackjack_game` and `new_slot_game`. */
export const STAKES_INPUTS: ToolFields = {
  stack: chips(`Chips that the player has; ${DEFAULT_STACK} by default`),
  bet: chips(`Chips at stake each time, at most the stack; ${DEFAULT_BET} by default, or the stack if smaller`),
};

export type Stakes = { ok: true; stack: number; bet: number } | { ok: false; reason: string };

/** Validates stack and bet, which are unchecked input; returns the reason when they are invalid. */
export function readStakes({ stack = DEFAULT_STACK, bet }: Record<string, unknown>): Stakes {
  if (!areChips(stack)) return { ok: false, reason: `stack must be a whole number from 1 to ${MAX_CHIPS}.` };
  const stake = bet === undefined ? Math.min(DEFAULT_BET, stack) : bet;
  if (!areChips(stake)) return { ok: false, reason: `bet must be a whole number from 1 to ${MAX_CHIPS}.` };
  if (stake > stack) return { ok: false, reason: `bet ${stake} is more than the stack of ${stack}.` };
  return { ok: true, stack, bet: stake };
}

function areChips(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_CHIPS;
}
