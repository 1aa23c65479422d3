import { z } from 'zod';
import { type Applied, defineGame, type GameEvent, type Outcome, type Perspective } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { unwrapAction } from '@/lib/games/action';
import {
  PAYTABLE,
  type PaytableLine,
  payoutOf,
  paytableLineOf,
  RETURN,
  type SlotSymbol,
  SYMBOLS,
} from '@/lib/games/slots/reels';
import { cannotBet, slotsAdapter, spin } from '@/lib/games/slots/stateless-adapter';

const SEAT_NAMES = ['Player'] as const;
const MAX_STACK = 1_000_000;
const SPIN = 'spin';

const optionsSchema = z
  .strictObject({
    stack: z.int().min(1).max(MAX_STACK).default(1000).describe('Chips to begin with.'),
    bet: z.int().min(1).max(MAX_STACK).default(10).describe('Chips for each spin.'),
    spins: z.int().min(1).max(100).default(20).describe('Spins; more chips than one began with win.'),
  })
  .refine(({ stack, bet }) => bet <= stack, { path: ['bet'], message: 'must not be above stack' });
type SlotsOptions = z.infer<typeof optionsSchema>;

const spunSchema = z.strictObject({ reels: z.array(z.enum(SYMBOLS)).length(3), payout: z.int().min(0) });
const stateSchema = z.strictObject({
  options: optionsSchema,
  stack: z.int().min(0),
  /** Every spin so far, oldest first. */
  spun: z.array(spunSchema),
});
export type SlotsState = z.infer<typeof stateSchema>;

export interface SlotsView {
  status: 'in_progress' | 'game_over';
  turn: string | null;
  you: string | null;
  /** `machine` when fewer chips are left than at the start. */
  winner: 'Player' | 'machine' | 'draw' | null;
  last_move: 'spin' | null;
  /** Empty before the first spin. */
  reels: SlotSymbol[];
  /** Of the last spin. */
  payout: number;
  prize: PaytableLine | null;
  stack: number;
  start_stack: number;
  bet: number;
  spins_done: number;
  spins: number;
  /** Chips after each spin. */
  history: number[];
  paytable: readonly PaytableLine[];
  /** The expected return of a chip. */
  return_rate: number;
}

const moveSchema = z
  .unknown()
  .transform((action) => {
    const inner = unwrapAction(action);
    const word = typeof inner === 'object' && inner !== null && 'type' in inner ? inner.type : inner;
    return typeof word === 'string' ? word.trim().toLowerCase() : word;
  })
  .pipe(z.literal(SPIN, { error: 'There is one thing to do: "spin".' }));

const isOver = ({ options, stack, spun }: SlotsState) =>
  spun.length >= options.spins || cannotBet({ stack, bet: options.bet });

function apply(state: SlotsState, seat: number, _move: 'spin', rng: Rng): Applied<SlotsState> {
  if (isOver(state)) return { ok: false, reason: 'The game is over.' };
  if (seat !== 0) return { ok: false, reason: `There is no seat ${seat}.` };
  return { ok: true, ...turn(state, rng) };
}

function turn(state: SlotsState, rng: Rng): { state: SlotsState; events: GameEvent[] } {
  const { stack, reels, payout } = spin({ stack: state.stack, bet: state.options.bet }, rng);
  const notation = `${reels.join(' ')}${payout > 0 ? `: ${payout}` : ''}`;
  const does = `spins ${reels.join(' ')} and ${payout > 0 ? `is paid ${payout}` : 'gets nothing'}`;
  return {
    state: { ...state, stack, spun: [...state.spun, { reels, payout }] },
    events: [
      { type: 'move_played', audience: 'public', data: { seat: 0, move: SPIN, notation, does, reels, payout, stack } },
    ],
  };
}

function outcome(state: SlotsState): Outcome | null {
  if (!isOver(state)) return null;
  const won = Math.sign(state.stack - state.options.stack);
  return {
    results: [{ seat: 0, result: won > 0 ? 'win' : won < 0 ? 'loss' : 'draw', score: state.stack, rank: 1 }],
    reason: cannotBet({ stack: state.stack, bet: state.options.bet }) ? 'broke' : 'chips',
    winner: won > 0 ? 0 : null,
  };
}

function view(state: SlotsState, { viewer }: Perspective): SlotsView {
  const { options, stack, spun } = state;
  const last = spun.at(-1);
  const over = isOver(state);
  return {
    status: over ? 'game_over' : 'in_progress',
    turn: over ? null : SEAT_NAMES[0],
    you: viewer === 0 ? SEAT_NAMES[0] : null,
    winner: over ? winnerOf(state) : null,
    last_move: last ? SPIN : null,
    reels: last?.reels ?? [],
    payout: last?.payout ?? 0,
    prize: last ? paytableLineOf(last.reels) : null,
    stack,
    start_stack: options.stack,
    bet: options.bet,
    spins_done: spun.length,
    spins: options.spins,
    history: stacksOf(state),
    paytable: PAYTABLE,
    return_rate: RETURN,
  };
}

function winnerOf({ stack, options }: SlotsState): SlotsView['winner'] {
  return stack > options.stack ? SEAT_NAMES[0] : stack < options.stack ? 'machine' : 'draw';
}

function stacksOf({ options, spun }: SlotsState): number[] {
  let stack = options.stack;
  return spun.map(({ payout }) => {
    stack += payout - options.bet;
    return stack;
  });
}

function decode(text: string): SlotsState {
  const state = stateSchema.parse(JSON.parse(text));
  const { options, spun, stack } = state;
  const stacks = stacksOf(state);
  if (spun.length > options.spins || spun.some(({ reels, payout }) => payout !== payoutOf(reels, options.bet))) {
    throw new Error('Impossible slot game: the spins do not pay what the reels show.');
  }
  const isShort = stacks.slice(0, -1).some((left) => left < options.bet);
  if (isShort || (stacks.at(-1) ?? options.stack) !== stack) {
    throw new Error('Impossible slot game: the chips do not add up.');
  }
  return state;
}

const percent = (rate: number) => `${(rate * 100).toFixed(1)} %`;
const prizeInWords = ({ symbol, count, times }: PaytableLine) => `${Array(count).fill(symbol).join(' ')} pays ${times}`;

function describe({ reels, payout, stack, bet, spins_done, spins, status, winner }: SlotsView): string {
  const text = reels.length > 0 ? `${reels.join(' | ')}, pays ${payout}` : 'not spun yet';
  const end = winner === 'machine' ? 'The machine has won.' : winner === 'draw' ? 'A draw.' : 'The player has won.';
  return [
    `Reels: ${text}.`,
    `${stack} chips, ${bet} a spin.`,
    `Spin ${spins_done} of ${spins}.`,
    status === 'game_over' ? end : 'Ready to spin.',
  ].join('\n');
}

export const slots = defineGame({
  id: 'slots',
  version: 1,
  title: 'Slots',
  about: 'Three reels and a paytable: end with more chips than you began with.',
  summary: `Three reels of twenty stops that pay back ${percent(RETURN)} in the long run; luck alone decides.`,
  tags: ['luck', 'solo', 'quick'],
  rulesSource: 'game-tools.md, Slot Machine; decisions.md, Games',
  information: 'perfect',
  chance: true,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: false, exhibition: false, queue: false },
  seats: { min: 1, max: 1, names: SEAT_NAMES },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  options: optionsSchema,
  move: moveSchema,

  setup: ({ options }): { state: SlotsState; events: GameEvent[] } => ({
    state: { options, stack: options.stack, spun: [] },
    events: [],
  }),
  actors: (state) => (isOver(state) ? [] : [0]),
  legalMoves: (state, seat): 'spin'[] => (seat === 0 && !isOver(state) ? [SPIN] : []),
  apply,
  outcome,
  view,
  encode: (state) => JSON.stringify(state),
  decode,
  clock: (state, moveTimeMs) => (isOver(state) ? null : { key: `spin:${state.spun.length}`, limitMs: moveTimeMs }),
  onDeadline: turn,

  instructions: ({ stack, bet, spins }: SlotsOptions) =>
    [
      `A slot machine for one: ${spins} spins of ${bet} chips each, from ${stack} chips. You win with more than ${stack} at the end and lose with fewer; a stack below the bet ends the game. Luck alone decides.`,
      'Act with "spin" ({"action":"spin"} works too); legal_moves holds exactly that until the game is over. {"type":"resign"} gives up, {"type":"state"} only looks. Out of time, the machine spins by itself.',
      `Each spin takes the bet and adds what the reels pay, in bets: ${PAYTABLE.map(prizeInWords).join(', ')}. Only the first line that fits is paid; where the symbols stop does not matter. In the long run ${percent(RETURN)} comes back.`,
      'Answers: view.reels shows the three symbols, view.payout what they paid, view.stack your chips, view.spins_done and view.spins how far it is, view.history the chips after each spin.',
    ].join('\n'),
  actionSchema: {
    description: 'The one thing to do.',
    anyOf: [
      { type: 'string', enum: [SPIN] },
      { type: 'object', properties: { action: { type: 'string', enum: [SPIN] } }, required: ['action'] },
    ],
  },
  bot: { cost: 'instant', choose: ({ legalMoves }) => legalMoves[0] ?? SPIN },
  statelessAdapter: slotsAdapter,
  describe,
});
