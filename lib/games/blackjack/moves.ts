import { z } from 'zod';
import { unwrapAction } from '@/lib/games/action';
import { ACTIONS, type Action } from './hand';

/** A move of a seat: a bet while bets are placed, then an action on a hand. */
export type BlackjackMove = Action | { bet: number };

const OTHER_NAMES: Record<string, Action> = { stay: 'stand', double_down: 'double', doubledown: 'double' };
/** Fields in which agents send the amount of a bet. */
const AMOUNTS = ['amount', 'chips', 'value'] as const;

const actionSchema = z.enum(ACTIONS);
const WHAT_TO_SEND =
  'Send a bet such as {"bet":20}, or one of "hit", "stand", "double", "split"; legal_moves lists what fits now.';
const wholeNumber = z.union([z.int(WHAT_TO_SEND), z.string().trim().regex(/^\d+$/).transform(Number)]);

/** Accepts what agents send: `hit`, `{"action":"stand"}`, `{"type":"double"}`, `{"bet":20}`, 20, `bet 20`. */
export const moveSchema: z.ZodType<BlackjackMove> = z
  .unknown()
  .transform(normalizeMove)
  .pipe(z.union([actionSchema, z.strictObject({ bet: wholeNumber })], { error: WHAT_TO_SEND }));

/** Reads an action in any accepted form; null when it is not an action. */
export function readAction(sent: unknown): Action | null {
  const parsed = actionSchema.safeParse(normalizeMove(sent));
  return parsed.success ? parsed.data : null;
}

function normalizeMove(sent: unknown): unknown {
  const inner = unwrapAction(sent);
  if (typeof inner === 'number') return { bet: inner };
  if (typeof inner === 'string') return normalizeWord(inner);
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
  const { type, ...rest } = inner as Record<string, unknown>;
  if (typeof type !== 'string' || type === 'move') return inner;
  if (type !== 'bet') return normalizeWord(type);
  const amount = AMOUNTS.find((field) => Object.hasOwn(rest, field));
  return { bet: amount === undefined ? rest.bet : rest[amount] };
}

function normalizeWord(text: string): unknown {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const [, chips] = /^(?:bet_)?(\d{1,12})$/.exec(word) ?? [];
  return chips === undefined ? (OTHER_NAMES[word] ?? word) : { bet: Number(chips) };
}
