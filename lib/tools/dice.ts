import { z } from 'zod';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import { defineTool } from '@/lib/core/tool';
import { DICE_SIDES, MAX_DICE, rollDice } from '@/lib/games/dice';
import { advertised, required } from './advertised';

const HEAD = { type: 'rpg_dice_roll', gameType: 'rpg_dice' } as const;

const rollRpgDice = defineTool({
  name: 'roll_rpg_dice',
  title: 'Roll dice',
  description:
    'Rolls dice of one kind and answers each number and the total. The numbers are random and are not stored. ' +
    'An unknown kind or count answers legal: false and error.',
  toolset: 'games',
  group: 'Dice',
  scope: 'any',
  source: 'game-tools.md, RPG Dice',
  input: z.strictObject({
    sides: required(z.literal([...DICE_SIDES]).describe(`Sides of a die: ${DICE_SIDES.join(', ')}`)),
    count: advertised(
      z.int().min(1).max(MAX_DICE).describe(`How many dice, 1 to ${MAX_DICE}; 1 by default`),
    ).optional(),
  }),
  output: z.strictObject({
    type: z.literal(HEAD.type).describe('What this is'),
    gameType: z.literal(HEAD.gameType).describe('The game'),
    legal: z.boolean().describe('Whether the dice were rolled'),
    sides: z.int().describe('Sides of each die').optional(),
    count: z.int().describe('How many dice').optional(),
    rolls: z.array(z.int()).describe('The number on each die').optional(),
    total: z.int().describe('Their sum').optional(),
    error: z.string().describe('Why the dice were not rolled; only when legal is false').optional(),
  }),
  errors: ['VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT'],
  hints: {},
  examples: [{ sides: 20 }, { sides: 6, count: 3 }],
  run: async (_context, input) => {
    const rolled = rollDice(input, new Rng({ seed: randomHex(32), drawn: 0 }));
    return rolled.legal ? { ...HEAD, ...rolled } : { ...HEAD, legal: false, error: rolled.reason };
  },
});

export const DICE_TOOLS = [rollRpgDice];
