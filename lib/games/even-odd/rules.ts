import { z } from 'zod';
import type { Applied, GameEvent, Outcome, Seat } from '@/lib/core/game';
import { type Rng, sha256Hex } from '@/lib/core/rng';

/** Role of each seat. The schedule of a league alternates the seats, and with them the roles. */
export const ROLES = ['ODD', 'EVEN'] as const;
export const NUMBERS = [1, 2, 3, 4, 5] as const;
export const SEATS: readonly Seat[] = [0, 1];
/** Bytes of a nonce: too many values to try against a published commitment. */
const NONCE_BYTES = 16;
/** Missed rounds in a row that lose the match. */
const MAX_MISSES = 2;

export type Role = (typeof ROLES)[number];
export interface EvenOddMove {
  number: number;
}

export const optionsSchema = z.strictObject({
  rounds_to_win: z.int().min(1).max(50).default(3).describe('Rounds that win the match.'),
  max_rounds: z.int().min(1).max(99).default(5).describe('Rounds after which the higher score wins.'),
  time_limit_seconds: z.int().min(1).max(3600).default(30).describe('Seconds for each round.'),
});

/** `commitment` is the SHA-256 of `nonce|number`, published immediately; the nonce is revealed after the round and proves the number. */
const sealedSchema = z.strictObject({ number: z.int().min(1).max(5), nonce: z.string(), commitment: z.string() });
type Sealed = z.infer<typeof sealedSchema>;

const pairOf = <T extends z.ZodType>(of: T) => z.tuple([of, of]);
const roundSchema = z.strictObject({
  round: z.int(),
  moves: pairOf(z.int().nullable()),
  sum: z.int().nullable(),
  /** Seat, or null when both missed. */
  winner: z.int().nullable(),
});
/** A completed round; the API uses the same fields. */
export type EvenOddRound = z.infer<typeof roundSchema>;

/** Proof of a round's commitments. Views contain the last proof only; each `round_resolved` event contains its own. */
const proofSchema = z.strictObject({
  round: z.int(),
  nonces: pairOf(z.string().nullable()),
  commitments: pairOf(z.string().nullable()),
});
export type EvenOddProof = z.infer<typeof proofSchema>;

export const stateSchema = z.strictObject({
  options: optionsSchema,
  sealed: pairOf(sealedSchema.nullable()),
  rounds: z.array(roundSchema),
  /** Proof of the last round. */
  proof: proofSchema.nullable(),
  scores: pairOf(z.int()),
  /** Rounds in a row without a number, by seat. */
  misses: pairOf(z.int()),
});
export type EvenOddState = z.infer<typeof stateSchema>;

/** Number of the round being played, from 1. */
export const currentRound = ({ rounds }: EvenOddState) => rounds.length + 1;
const otherSeat = (seat: Seat): Seat => 1 - seat;
const forBothSeats = <T>(of: (seat: Seat) => T): [T, T] => [of(0), of(1)];
/** Seats that missed too many rounds in a row. */
const defaultedSeats = ({ misses }: EvenOddState) => SEATS.filter((seat) => (misses[seat] ?? 0) >= MAX_MISSES);

/** Whether the commitment is the SHA-256 of the revealed nonce and number. */
export function verifyCommitment({ number, nonce, commitment }: Sealed): boolean {
  return sha256Hex(`${nonce}|${number}`) === commitment;
}

function sealNumber(number: number, rng: Rng): Sealed {
  const nonce = rng.hex(NONCE_BYTES);
  return { number, nonce, commitment: sha256Hex(`${nonce}|${number}`) };
}

/** The result by seat; null while the match is running. */
export function outcomeOf(state: EvenOddState): Outcome | null {
  const defaulted = defaultedSeats(state);
  if (defaulted.length === 2) return drawOutcome(state, 'default');
  if (defaulted.length === 1) return winOutcome(state, otherSeat(defaulted[0] as Seat), 'default');
  const [odd, even] = state.scores;
  const { rounds_to_win, max_rounds } = state.options;
  const decided = Math.max(odd, even) >= rounds_to_win;
  if (!decided && state.rounds.length < max_rounds) return null;
  // A match of one round ends before anybody has missed two.
  const isPlayed = state.rounds.some(({ moves }) => moves.some((number) => number !== null));
  if (!isPlayed) return drawOutcome(state, 'default');
  return odd === even ? drawOutcome(state, 'rounds') : winOutcome(state, odd > even ? 0 : 1, 'rounds');
}

function drawOutcome({ scores }: EvenOddState, reason: string): Outcome {
  return {
    results: SEATS.map((seat) => ({ seat, result: 'draw', score: scores[seat], rank: 1 })),
    reason,
    winner: null,
  };
}

function winOutcome({ scores }: EvenOddState, winner: Seat, reason: string): Outcome {
  return {
    results: SEATS.map((seat) => ({
      seat,
      result: seat === winner ? 'win' : 'loss',
      score: scores[seat],
      rank: seat === winner ? 1 : 2,
    })),
    reason,
    winner,
  };
}

/** Reveals both numbers: the parity of the sum decides the round; a missing number loses it. */
export function resolveRound(state: EvenOddState): { state: EvenOddState; events: GameEvent[] } {
  const [odd, even] = state.sealed;
  const sum = odd && even ? odd.number + even.number : null;
  const sumType = sum === null ? null : sum % 2 === 1 ? 'ODD' : 'EVEN';
  const winner = sumType ? ROLES.indexOf(sumType) : odd ? 0 : even ? 1 : null;
  const round: EvenOddRound = {
    round: currentRound(state),
    moves: forBothSeats((seat) => state.sealed[seat]?.number ?? null),
    sum,
    winner,
  };
  const proof: EvenOddProof = {
    round: round.round,
    nonces: forBothSeats((seat) => state.sealed[seat]?.nonce ?? null),
    commitments: forBothSeats((seat) => state.sealed[seat]?.commitment ?? null),
  };
  const next: EvenOddState = {
    ...state,
    sealed: [null, null],
    rounds: [...state.rounds, round],
    proof,
    scores: forBothSeats((seat) => (state.scores[seat] ?? 0) + (seat === winner ? 1 : 0)),
    misses: forBothSeats((seat) => (state.sealed[seat] ? 0 : (state.misses[seat] ?? 0) + 1)),
  };
  return {
    state: next,
    events: [
      {
        type: 'round_resolved',
        audience: 'public',
        data: { ...round, sum_type: sumType, ...proof, scores: next.scores },
      },
    ],
  };
}

/** Commits a seat's number; the second number of a round resolves it. */
export function applyMove(state: EvenOddState, seat: Seat, { number }: EvenOddMove, rng: Rng): Applied<EvenOddState> {
  if (outcomeOf(state)) return { ok: false, reason: 'The game is over.' };
  if (state.sealed[seat] === undefined) return { ok: false, reason: `There is no seat ${seat}.` };
  if (state.sealed[seat] !== null)
    return { ok: false, reason: 'Your number for this round is committed and final; wait for the other player.' };
  if (number < 1 || number > 5) {
    return {
      ok: false,
      reason: `${number} is not from 1 to 5; you may still correct it in this round.`,
      nearest: [{ number: number < 1 ? 1 : 5 }],
    };
  }
  const sealed = sealNumber(number, rng);
  const next: EvenOddState = {
    ...state,
    sealed: forBothSeats((of) => (of === seat ? sealed : (state.sealed[of] ?? null))),
  };
  const committed: GameEvent = {
    type: 'move_committed',
    audience: 'public',
    data: { seat, round: currentRound(state), commitment: sealed.commitment },
  };
  const chosen: GameEvent = {
    type: 'number_chosen',
    audience: 'omniscient',
    data: { seat, round: currentRound(state), number },
  };
  if (next.sealed.includes(null)) return { ok: true, state: next, events: [committed, chosen] };
  const resolved = resolveRound(next);
  return { ok: true, state: resolved.state, events: [committed, chosen, ...resolved.events] };
}
