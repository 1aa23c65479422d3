import { z } from 'zod';
import { defineGame, type GameEvent, type Outcome, type Perspective, type Seat } from '@/lib/core/game';
import { type Rng, sha256Hex } from '@/lib/core/rng';
import { unwrapAction } from '@/lib/games/action';
import { chooseNumber } from '@/lib/games/even-odd/bot';

/** By seat. Who is ODD in a league alternates by the schedule: it decides who sits where. */
const ROLES = ['ODD', 'EVEN'] as const;
const NUMBERS = [1, 2, 3, 4, 5] as const;
const SEATS: readonly Seat[] = [0, 1];
/** Bytes of a nonce: enough that nobody can try all of them against a published commitment. */
const NONCE_BYTES = 16;
const MISSES_THAT_LOSE = 2;

export type Role = (typeof ROLES)[number];
export interface EvenOddMove {
  number: number;
}

const optionsSchema = z.strictObject({
  rounds_to_win: z.int().min(1).max(50).default(3).describe('Rounds that win the match.'),
  max_rounds: z.int().min(1).max(99).default(5).describe('Rounds after which the higher score wins.'),
  time_limit_seconds: z.int().min(1).max(3600).default(30).describe('Seconds for each round.'),
});

/** `commitment` is the SHA-256 of `nonce|number`, published at once; the nonce makes it checkable after the round. */
const sealedSchema = z.strictObject({ number: z.int().min(1).max(5), nonce: z.string(), commitment: z.string() });
type Sealed = z.infer<typeof sealedSchema>;

const byBothSeats = <T extends z.ZodType>(of: T) => z.tuple([of, of]);
const roundSchema = z.strictObject({
  round: z.int(),
  moves: byBothSeats(z.int().nullable()),
  sum: z.int().nullable(),
  /** Seat, or null when both missed. */
  winner: z.int().nullable(),
});
/** A round that is over; the same in the API. */
export type EvenOddRound = z.infer<typeof roundSchema>;

/** What opens the commitments of a round. Views keep the last one only; the event of each round keeps its own. */
const proofSchema = z.strictObject({
  round: z.int(),
  nonces: byBothSeats(z.string().nullable()),
  commitments: byBothSeats(z.string().nullable()),
});
export type EvenOddProof = z.infer<typeof proofSchema>;

const stateSchema = z.strictObject({
  options: optionsSchema,
  sealed: byBothSeats(sealedSchema.nullable()),
  rounds: z.array(roundSchema),
  /** Of the last round. */
  proof: proofSchema.nullable(),
  scores: byBothSeats(z.int()),
  /** Rounds in a row without a number, by seat. */
  misses: byBothSeats(z.int()),
});
export type EvenOddState = z.infer<typeof stateSchema>;

export interface EvenOddView {
  status: 'in_progress' | 'game_over';
  /** The viewer's role; null for spectators. */
  your_role: Role | null;
  your_seat: Seat | null;
  roles: readonly Role[];
  round: number;
  rounds_to_win: number;
  max_rounds: number;
  time_limit_seconds: number;
  scores: number[];
  /** Who has chosen in this round, and the proof; what was chosen stays hidden until both have. */
  committed: boolean[];
  commitments: (string | null)[];
  /** Numbers of this round that the viewer may know: one's own, or all for omniscient viewers. */
  numbers: (number | null)[];
  previous_rounds: EvenOddRound[];
  /** Opens the commitments of the last round, for the players; everybody has it from the event of the round. */
  last_proof?: EvenOddProof | null;
  winner: Seat | null;
}

const WHAT_TO_SEND = 'Choose a whole number from 1 to 5, for example {"number":3}.';
const wholeNumber = z.union([z.int(WHAT_TO_SEND), z.string().trim().regex(/^\d+$/).transform(Number)], {
  error: WHAT_TO_SEND,
});
const move = z
  .unknown()
  .transform((action) => ({ number: unwrapAction(action, ['number']) }))
  .pipe(z.strictObject({ number: wholeNumber }));

const currentRound = ({ rounds }: EvenOddState) => rounds.length + 1;
const other = (seat: Seat): Seat => 1 - seat;
const both = <T>(of: (seat: Seat) => T): [T, T] => [of(0), of(1)];
const defaulters = ({ misses }: EvenOddState) => SEATS.filter((seat) => (misses[seat] ?? 0) >= MISSES_THAT_LOSE);

/** Whether a revealed number is the one that was committed to: anybody can check. */
export function verifyCommitment({ number, nonce, commitment }: Sealed): boolean {
  return sha256Hex(`${nonce}|${number}`) === commitment;
}

function seal(number: number, rng: Rng): Sealed {
  const nonce = rng.hex(NONCE_BYTES);
  return { number, nonce, commitment: sha256Hex(`${nonce}|${number}`) };
}

function outcome(state: EvenOddState): Outcome | null {
  const defaulted = defaulters(state);
  if (defaulted.length === 2) return draw(state, 'default');
  if (defaulted.length === 1) return win(state, other(defaulted[0] as Seat), 'default');
  const [odd, even] = state.scores;
  const { rounds_to_win, max_rounds } = state.options;
  const decided = Math.max(odd, even) >= rounds_to_win;
  if (!decided && state.rounds.length < max_rounds) return null;
  return odd === even ? draw(state, 'rounds') : win(state, odd > even ? 0 : 1, 'rounds');
}

function draw({ scores }: EvenOddState, reason: string): Outcome {
  return {
    results: SEATS.map((seat) => ({ seat, result: 'draw', score: scores[seat], rank: 1 })),
    reason,
    winner: null,
  };
}

function win({ scores }: EvenOddState, winner: Seat, reason: string): Outcome {
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

/** Opens what was sealed: the parity of the sum decides; a missing number loses the round. */
function resolve(state: EvenOddState): { state: EvenOddState; events: GameEvent[] } {
  const [odd, even] = state.sealed;
  const sum = odd && even ? odd.number + even.number : null;
  const sumType = sum === null ? null : sum % 2 === 1 ? 'ODD' : 'EVEN';
  const winner = sumType ? ROLES.indexOf(sumType) : odd ? 0 : even ? 1 : null;
  const round: EvenOddRound = {
    round: currentRound(state),
    moves: both((seat) => state.sealed[seat]?.number ?? null),
    sum,
    winner,
  };
  const proof: EvenOddProof = {
    round: round.round,
    nonces: both((seat) => state.sealed[seat]?.nonce ?? null),
    commitments: both((seat) => state.sealed[seat]?.commitment ?? null),
  };
  const next: EvenOddState = {
    ...state,
    sealed: [null, null],
    rounds: [...state.rounds, round],
    proof,
    scores: both((seat) => (state.scores[seat] ?? 0) + (seat === winner ? 1 : 0)),
    misses: both((seat) => (state.sealed[seat] ? 0 : (state.misses[seat] ?? 0) + 1)),
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

function view(state: EvenOddState, { viewer, revealed }: Perspective): EvenOddView {
  const { rounds_to_win, max_rounds, time_limit_seconds } = state.options;
  const result = outcome(state);
  const seat = typeof viewer === 'number' ? viewer : null;
  const seesAll = viewer === 'omniscient' || revealed;
  return {
    status: result ? 'game_over' : 'in_progress',
    your_role: seat === null ? null : (ROLES[seat] ?? null),
    your_seat: seat,
    roles: ROLES,
    round: result ? state.rounds.length : currentRound(state),
    rounds_to_win,
    max_rounds,
    time_limit_seconds,
    scores: state.scores,
    committed: state.sealed.map((sealed) => sealed !== null),
    commitments: state.sealed.map((sealed) => sealed?.commitment ?? null),
    numbers: state.sealed.map((sealed, of) => (seesAll || of === seat ? (sealed?.number ?? null) : null)),
    previous_rounds: state.rounds,
    ...(seat === null ? {} : { last_proof: state.proof }),
    winner: result?.winner ?? null,
  };
}

function inWords({ round, moves, sum, winner }: EvenOddRound): string {
  const numbers = moves.map((number, seat) => `${ROLES[seat]} ${number ?? 'missed'}`).join(', ');
  const scored = winner === null ? 'nobody scores' : `${ROLES[winner]} scores`;
  return `Round ${round}: ${numbers}${sum === null ? '' : `, sum ${sum}`}; ${scored}.`;
}

/** The last round and the score: what went before is in `previous_rounds`. */
function describe(view: EvenOddView): string {
  const last = view.previous_rounds.at(-1);
  const score = `Score: ${view.scores.map((points, seat) => `${ROLES[seat]} ${points}`).join(', ')}.`;
  const waiting = ROLES.filter((_, seat) => !view.committed[seat]).join(' and ');
  const standing =
    view.status === 'in_progress'
      ? `Round ${view.round} of ${view.max_rounds}: waiting for ${waiting}.`
      : view.winner === null
        ? 'Draw.'
        : `${ROLES[view.winner]} has won.`;
  const own = view.your_seat === null ? null : view.numbers[view.your_seat];
  return [
    last && inWords(last),
    score,
    standing,
    view.your_role && `You are ${view.your_role}.`,
    own && `You chose ${own}.`,
  ]
    .filter(Boolean)
    .join('\n');
}

export const evenOdd = defineGame({
  id: 'even_odd',
  version: 1,
  title: 'Even and odd',
  about: 'Both choose a number in secret; one wins when the sum is odd, the other when it is even.',
  summary:
    'Two secret numbers from 1 to 5, revealed together: the parity of their sum decides the round; first to three wins.',
  tags: ['simultaneous', 'hidden-information', 'quick', 'league'],
  rulesSource: 'league.md, Game Messages; decisions.md, League',
  information: 'hidden',
  chance: true,
  eventTypes: ['move_committed', 'number_chosen', 'round_resolved'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: ROLES },
  moveTimeS: null,
  options: optionsSchema,
  move,

  setup: ({ options }): { state: EvenOddState; events: GameEvent[] } => ({
    state: { options, sealed: [null, null], rounds: [], proof: null, scores: [0, 0], misses: [0, 0] },
    events: [],
  }),
  actors: (state) => (outcome(state) ? [] : SEATS.filter((seat) => state.sealed[seat] === null)),
  legalMoves: (state, seat): EvenOddMove[] =>
    outcome(state) || state.sealed[seat] !== null ? [] : NUMBERS.map((number) => ({ number })),

  apply(state, seat, { number }: EvenOddMove, rng) {
    if (outcome(state)) return { ok: false, reason: 'The game is over.' };
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
    const sealed = seal(number, rng);
    const next: EvenOddState = { ...state, sealed: both((of) => (of === seat ? sealed : (state.sealed[of] ?? null))) };
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
    const resolved = resolve(next);
    return { ok: true, state: resolved.state, events: [committed, chosen, ...resolved.events] };
  },

  outcome,
  view,
  encode: (state) => JSON.stringify(state),
  decode: (text) => stateSchema.parse(JSON.parse(text)),
  clock: (state) =>
    outcome(state) ? null : { key: `round:${currentRound(state)}`, limitMs: state.options.time_limit_seconds * 1000 },
  onDeadline: resolve,

  instructions: ({ rounds_to_win, max_rounds, time_limit_seconds }) =>
    [
      `Even and odd, for two. Seat 0 is ODD, seat 1 is EVEN. In each round both secretly choose a number from 1 to 5; ODD wins the round when the sum is odd, EVEN when it is even. First to ${rounds_to_win} rounds wins; after ${max_rounds} rounds the higher score wins.`,
      `Act once a round with {"number":3} (1 to 5; "3" works too). A valid number is final. You have ${time_limit_seconds} seconds a round: without a number you lose the round, and two rounds in a row without one lose the match. You need not wait for the other player: your_turn is true as long as your number is missing.`,
      '{"type":"resign"} gives up, {"type":"state"} only looks. Answers: legal_moves lists what you may send, each usable as it is, and is empty once you have chosen; view.your_role is ODD or EVEN, view.round the current round, view.scores the points by seat, view.committed who has chosen, view.previous_rounds all numbers of the rounds before (moves by seat, sum, winner as a seat). Each choice is published at once as a commitment, the SHA-256 of "<nonce>|<number>"; view.last_proof opens those of the last round, so you can check that nobody changed theirs.',
    ].join('\n'),
  actionSchema: {
    description: 'Your secret number for this round.',
    anyOf: [
      { type: 'object', properties: { number: { type: 'integer', minimum: 1, maximum: 5 } }, required: ['number'] },
      { type: 'string', pattern: '^\\s*[1-5]\\s*$' },
    ],
  },
  bot: { cost: 'instant', choose: chooseNumber },
  describe,
});
