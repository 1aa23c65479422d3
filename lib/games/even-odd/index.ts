import { z } from 'zod';
import { defineGame, type GameEvent } from '@/lib/core/game';
import { unwrapAction } from '@/lib/games/action';
import { EVEN_ODD_MANNERS } from '@/lib/games/even-odd/manner';
import { chooseNumber } from './bot';
import {
  applyMove,
  currentRound,
  type EvenOddMove,
  type EvenOddState,
  NUMBERS,
  optionsSchema,
  outcomeOf,
  ROLES,
  resolveRound,
  SEATS,
  stateSchema,
} from './rules';
import { describe, viewOf } from './view';

const WHAT_TO_SEND = 'Choose a whole number from 1 to 5, for example {"number":3}.';
const wholeNumber = z.union([z.int(WHAT_TO_SEND), z.string().trim().regex(/^\d+$/).transform(Number)], {
  error: WHAT_TO_SEND,
});
const move = z
  .unknown()
  .transform((action) => ({ number: unwrapAction(action, ['number']) }))
  .pipe(z.strictObject({ number: wholeNumber }));

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
  longestPhaseMs: ({ time_limit_seconds }) => 1_000 * time_limit_seconds,
  options: optionsSchema,
  move,

  setup: ({ options }): { state: EvenOddState; events: GameEvent[] } => ({
    state: { options, sealed: [null, null], rounds: [], proof: null, scores: [0, 0], misses: [0, 0] },
    events: [],
  }),
  actors: (state) => (outcomeOf(state) ? [] : SEATS.filter((seat) => state.sealed[seat] === null)),
  legalMoves: (state, seat): EvenOddMove[] =>
    outcomeOf(state) || state.sealed[seat] !== null ? [] : NUMBERS.map((number) => ({ number })),

  apply: applyMove,

  outcome: outcomeOf,
  view: viewOf,
  encode: (state) => JSON.stringify(state),
  decode: (text) => stateSchema.parse(JSON.parse(text)),
  clock: (state) =>
    outcomeOf(state) ? null : { key: `round:${currentRound(state)}`, limitMs: state.options.time_limit_seconds * 1000 },
  onDeadline: resolveRound,

  instructions: ({ rounds_to_win, max_rounds, time_limit_seconds }) =>
    [
      `Even and odd, for two. Seat 0 is ODD, seat 1 is EVEN. In each round both secretly choose a number from 1 to 5; ODD wins the round when the sum is odd, EVEN when it is even. First to ${rounds_to_win} rounds wins; after ${max_rounds} rounds the higher score wins.`,
      `Act once a round with {"number":3} (1 to 5; "3" works too). A valid number is final. You have ${time_limit_seconds} seconds a round: without a number you lose the round, and two rounds in a row without one lose the match. You need not wait for the other player: your_turn is true as long as your number is missing.`,
      '{"type":"resign"} gives up, {"type":"state"} only looks. Answers: legal_moves lists what you may send, each usable as it is, and is empty once you have chosen; view.your_role is ODD or EVEN, view.round the current round, view.scores the points by seat, view.committed who has chosen, view.previous_rounds all numbers of the rounds before (moves by seat, sum, winner as a seat). Each choice is published immediately as a commitment, the SHA-256 of "<nonce>|<number>"; view.last_proof opens those of the last round, so you can check that no choice was changed.',
    ].join('\n'),
  actionSchema: {
    description: 'Your secret number for this round.',
    anyOf: [
      { type: 'object', properties: { number: { type: 'integer', minimum: 1, maximum: 5 } }, required: ['number'] },
      { type: 'string', pattern: '^\\s*[1-5]\\s*$' },
    ],
  },
  bot: { cost: 'instant', choose: chooseNumber, manners: EVEN_ODD_MANNERS },
  describe,
});

export type { EvenOddState } from './rules';
export { verifyCommitment } from './rules';
export type { EvenOddView } from './view';
