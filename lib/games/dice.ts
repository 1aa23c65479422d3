import type { Rng } from '@/lib/core/rng';

/** Dice that there are: how many sides one may ask for. */
export const DICE_SIDES = [4, 6, 8, 10, 12, 20, 100] as const;
/** Dice in one roll. */
export const MAX_DICE = 100;

export type DiceRoll =
  | {
      legal: true;
      sides: number;
      count: number;
      /** One number from 1 to `sides` for each die, in the order in which they fell. */
      rolls: number[];
      total: number;
    }
  | { legal: false; reason: string };

/**
 * Rolls dice as game-tools.md, RPG Dice asks: 1 to 100 dice of one kind. The input is validated here, so that bad
 * input is a refusal with a reason and draws no number.
 */
export function rollDice(asked: Readonly<Record<string, unknown>>, rng: Rng): DiceRoll {
  const { sides, count = 1 } = asked;
  if (!DICE_SIDES.some((allowed) => allowed === sides)) {
    return { legal: false, reason: `sides must be one of ${DICE_SIDES.join(', ')}; got ${spell(sides)}.` };
  }
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_DICE) {
    return { legal: false, reason: `count must be a whole number from 1 to ${MAX_DICE}; got ${spell(count)}.` };
  }
  const rolls = Array.from({ length: count }, () => rng.int(sides as number) + 1);
  return { legal: true, sides: sides as number, count, rolls, total: rolls.reduce((sum, roll) => sum + roll, 0) };
}

/** The input, shortened for an error message. */
function spell(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
