import { z } from 'zod';
import type { Rng } from '@/lib/core/rng';
import type { PlayResult, StatelessAdapter } from '@/lib/core/stateless-adapter';
import { chips, MAX_CHIPS, readStakes, STAKES_INPUTS } from '@/lib/games/stakes';
import { payoutOf, type SlotSymbol, SYMBOLS, spinReels } from './reels';

/** A slot machine with the caller's chips: nothing is hidden, and spins are independent. */
export interface Machine {
  /** Three symbols, or none before the first spin. */
  reels: SlotSymbol[];
  stack: number;
  bet: number;
  payout: number;
}

export const cannotBet = ({ stack, bet }: Pick<Machine, 'stack' | 'bet'>) => stack < bet;

/** Takes the bet, spins, and adds what the reels pay. */
export function spin<Of extends Pick<Machine, 'stack' | 'bet'>>(machine: Of, rng: Rng): Of & Machine {
  const reels = spinReels(rng);
  const payout = payoutOf(reels, machine.bet);
  return { ...machine, reels, payout, stack: machine.stack - machine.bet + payout };
}

const lastActionOf = ({ reels }: Machine) => (reels.length > 0 ? 'spin' : '-');
const statusOf = (machine: Machine) => (cannotBet(machine) ? 'game_over' : 'in_progress');

/** The state string of game-tools.md, Slot state format. */
function encode(machine: Machine): string {
  const { reels, stack, bet, payout } = machine;
  const reelText = reels.length > 0 ? reels.join(',') : '-';
  return `R:${reelText}|BK:${stack}|B:${bet}|P:${payout}|ST:${statusOf(machine)}|LA:${lastActionOf(machine)}`;
}

const SYMBOL = `(?:${SYMBOLS.join('|')})`;
const STATE_STRING = new RegExp(
  `^R:(-|${SYMBOL},${SYMBOL},${SYMBOL})\\|BK:(\\d{1,15})\\|B:(\\d{1,10})\\|P:\\d{1,11}\\|ST:[a-z_]+\\|LA:(?:-|spin)$`,
);
const FORMAT = 'R:<reels>|BK:<stack>|B:<bet>|P:<payout>|ST:<status>|LA:<last_action>';

/** Reads a state string; payout, status and last action must be what the reels and chips imply. */
function decode(text: string): Machine {
  const [, reelText, stack, bet] = STATE_STRING.exec(text) ?? [];
  if (reelText === undefined) throw new Error(`Not a slot state: expected ${FORMAT}`);
  const reels = reelText.split(',').filter((name): name is SlotSymbol => SYMBOLS.some((symbol) => symbol === name));
  const machine: Machine = { reels, stack: Number(stack), bet: Number(bet), payout: payoutOf(reels, Number(bet)) };
  if (machine.bet < 1 || machine.bet > MAX_CHIPS) throw new Error(`Impossible bet: 1 to ${MAX_CHIPS}.`);
  if (reels.length === 0 && cannotBet(machine))
    throw new Error('Impossible stack: no spin has taken it below the bet.');
  if (machine.stack < machine.payout) throw new Error(`Impossible stack: the last spin alone paid ${machine.payout}.`);
  if (encode(machine) !== text) throw new Error(`The fields contradict the reels; expected ${encode(machine)}`);
  return machine;
}

function begin(asked: Record<string, unknown>): PlayResult<Machine> {
  const stakes = readStakes(asked);
  if (!stakes.ok) return stakes;
  return { ok: true, position: { reels: [], stack: stakes.stack, bet: stakes.bet, payout: 0 } };
}

function play(machine: Machine, _sent: unknown, rng: Rng): PlayResult<Machine> {
  if (!cannotBet(machine)) return { ok: true, position: spin(machine, rng) };
  return { ok: false, reason: `The game is over: ${machine.stack} chips do not pay a bet of ${machine.bet}.` };
}

const count = (what: string) => z.int().min(0).describe(what);

/** The stateless tools of game-tools.md, Slot Machine. No game is stored; the state string contains everything. */
export const slotsAdapter: StatelessAdapter<Machine> = {
  gameType: 'slot',
  snapshotType: 'slot_snapshot',
  stateField: 'state',
  stateFormat: FORMAT,
  keepsGames: false,
  begin: {
    tool: 'new_slot_game',
    title: 'New slot machine',
    inputs: STAKES_INPUTS,
    start: begin,
  },
  apply: { tool: 'spin_slot', title: 'Spin the slot machine', move: null, play },
  legal: null,
  choose: null,
  encode,
  decode,
  snapshot: (machine) => ({
    stack: machine.stack,
    bet: machine.bet,
    reels: machine.reels,
    payout: machine.payout,
    status: statusOf(machine),
    lastAction: lastActionOf(machine),
  }),
  snapshotFields: {
    stack: count('Chips left, with what the last spin paid'),
    bet: chips('Chips for each spin'),
    reels: z.array(z.enum(SYMBOLS)).describe('What the three reels show; empty before the first spin'),
    payout: count('What the last spin paid'),
    status: z.enum(['in_progress', 'game_over']).describe('Over once the stack does not pay another bet'),
    lastAction: z.enum(['-', 'spin']).describe('What was done last'),
  },
  example: { position: 'R:LEMON,BELL,7|BK:920|B:10|P:0|ST:in_progress|LA:spin' },
};
