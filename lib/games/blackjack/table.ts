import { z } from 'zod';
import type { Applied, GameEvent, Outcome, Seat } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import {
  areWholeDecks,
  type Card,
  cardSchema,
  formatCard,
  formatTotal,
  isNatural,
  shuffledDecks,
  totalOf,
} from './cards';
import {
  type Action,
  actionsOf,
  awaitsDealer,
  type Box,
  dealerAction,
  decksFor,
  type Hand,
  handSchema,
  handToPlay,
  openBox,
  playHand,
  RESULTS,
  refusalReason,
  settleBox,
  totalBet,
} from './hand';
import type { BlackjackMove } from './moves';

export const SEAT_NAMES = ['Seat 1', 'Seat 2', 'Seat 3', 'Seat 4', 'Seat 5'] as const;
const MAX_STACK = 1_000_000;
/** Default highest bet, as a multiple of the lowest bet. */
const MAX_BET_FACTOR = 20;
/** Bets in `legal_moves`, as multiples of the lowest bet; the highest bet is added. */
const OFFERED_BET_FACTORS = [1, 2, 5, 10, 20] as const;

export const optionsSchema = z
  .strictObject({
    rounds: z.int().min(1).max(20).default(5).describe('Rounds; the most chips after the last one win.'),
    stack: z.int().min(1).max(MAX_STACK).default(1000).describe('Chips that every seat begins with.'),
    bet: z.int().min(1).max(MAX_STACK).default(10).describe('The lowest bet.'),
    max_bet: z
      .int()
      .min(1)
      .max(MAX_STACK)
      .optional()
      .describe(`The highest bet; ${MAX_BET_FACTOR} times the lowest by default.`),
  })
  .refine(({ stack, bet }) => bet <= stack, { path: ['bet'], message: 'must not be above stack' })
  .refine(({ bet, max_bet }) => max_bet === undefined || max_bet >= bet, {
    path: ['max_bet'],
    message: 'must not be below bet',
  });
export type BlackjackOptions = z.infer<typeof optionsSchema>;

const seatSchema = z.strictObject({
  /** All chips, those on the table included until the round is settled. */
  stack: z.int().min(0),
  /** Bet of the current round; null before it is placed, and for a seat that sits out. */
  bet: z.int().positive().nullable(),
  /** Hands of the round on the table. */
  hands: z.array(handSchema),
  /** Result of each hand; empty until the round is settled. */
  results: z.array(z.enum(RESULTS)),
  /** Chips won or lost in the settled round. */
  net: z.int().nullable(),
  /** The seat has resigned: it sits out to the end and ranks behind all others. */
  left: z.boolean(),
});
export type TableSeat = z.infer<typeof seatSchema>;

const stateSchema = z.strictObject({
  options: optionsSchema,
  decks: z.int().positive(),
  phase: z.enum(['bet', 'play', 'over']),
  /** Number of the current round, from 1. While bets are placed, the cards of the previous round stay on the table. */
  round: z.int().positive(),
  seats: z.array(seatSchema).min(1).max(SEAT_NAMES.length),
  /** The first card is up, the second is the hole card. */
  dealer: z.array(cardSchema),
  shoe: z.array(cardSchema),
  /** Decisions made in this round. */
  acts: z.int().min(0),
  /** Stacks by seat after each round. */
  history: z.array(z.array(z.int())),
  /** The last action as public text. */
  last: z.string().nullable(),
});
export type TableState = z.infer<typeof stateSchema>;

interface Turn {
  state: TableState;
  events: GameEvent[];
}

export const nameOf = (seat: Seat): string => SEAT_NAMES[seat] ?? `Seat ${seat + 1}`;
const publicEvent = (type: string, data: Record<string, unknown>): GameEvent => ({ type, audience: 'public', data });
const boxOf = ({ hands, bet, stack }: TableSeat): Box => ({ hands, bet: bet ?? 0, stack });

/** An empty table before the first bets. */
export function openTable(options: BlackjackOptions, seats: number): TableState {
  const seat: TableSeat = { stack: options.stack, bet: null, hands: [], results: [], net: null, left: false };
  return {
    options,
    decks: decksFor(seats),
    phase: 'bet',
    round: 1,
    seats: Array.from({ length: seats }, () => seat),
    dealer: [],
    shoe: [],
    acts: 0,
    history: [],
    last: null,
  };
}

/** The lowest and the highest bet that a seat may place; null when it cannot pay the lowest or has left, and sits out. */
export function betLimits(
  { options }: Pick<TableState, 'options'>,
  { stack, left }: Pick<TableSeat, 'stack' | 'left'>,
): { min: number; max: number } | null {
  const max = Math.min(options.max_bet ?? MAX_BET_FACTOR * options.bet, stack);
  return left || stack < options.bet ? null : { min: options.bet, max };
}

/** Seats that may act: all seats without a bet while bets are placed, then one seat after the other. */
export function actorsOf(state: TableState): Seat[] {
  if (state.phase === 'bet') {
    return state.seats.flatMap((seat, index) => (seat.bet === null && betLimits(state, seat) ? [index] : []));
  }
  const playing = state.phase === 'play' ? state.seats.findIndex((seat) => handToPlay(seat) !== null) : -1;
  return playing === -1 ? [] : [playing];
}

/** Legal moves of a seat; only some of the possible bets are listed. */
export function movesOf(state: TableState, index: Seat): BlackjackMove[] {
  const seat = state.seats[index];
  if (!seat || !actorsOf(state).includes(index)) return [];
  if (state.phase === 'play') return actionsOf(boxOf(seat));
  const { min, max } = betLimits(state, seat) ?? { min: 0, max: 0 };
  const bets = OFFERED_BET_FACTORS.map((times) => times * min).filter((bet) => bet < max);
  return [...bets, max].map((bet) => ({ bet }));
}

/** Plays a move of a seat and everything that follows from it: the deal, the dealer's play, the payout. */
export function playTable(state: TableState, index: Seat, move: BlackjackMove, rng: Rng): Applied<TableState> {
  const reason = refusalOf(state, index, move);
  if (reason) return { ok: false, reason, nearest: movesOf(state, index) };
  const turn = typeof move === 'object' ? placeBet(state, index, move.bet, rng) : playAction(state, index, move);
  return { ok: true, ...turn };
}

function refusalOf(state: TableState, index: Seat, move: BlackjackMove): string | null {
  const seat = state.seats[index];
  if (state.phase === 'over') return 'The game is over.';
  if (!seat) return `There is no seat ${index}.`;
  if (state.phase === 'bet') return betRefusal(state, seat, move);
  if (typeof move === 'object') return 'The bets are placed; the cards are on the table.';
  const [playing] = actorsOf(state);
  if (playing === index) return refusalReason(boxOf(seat), move);
  if (seat.hands.length === 0) return 'You sit this round out.';
  return `It is ${nameOf(playing ?? 0)}'s turn.`;
}

function betRefusal(state: TableState, seat: TableSeat, move: BlackjackMove): string | null {
  if (seat.left) return 'You have left the table.';
  const limits = betLimits(state, seat);
  if (!limits) return `You sit out: the lowest bet is ${state.options.bet} and you have ${seat.stack}.`;
  if (seat.bet !== null) return 'Your bet is placed and final; wait for the others.';
  if (typeof move !== 'object') return 'No cards are dealt yet: place a bet first.';
  return move.bet >= limits.min && move.bet <= limits.max
    ? null
    : `A bet is from ${limits.min} to ${limits.max} chips, not ${move.bet}.`;
}

function withSeat(state: TableState, index: Seat, change: Partial<TableSeat>): TableState {
  return { ...state, seats: state.seats.map((seat, at) => (at === index ? { ...seat, ...change } : seat)) };
}

/** The amount stays secret until all seats have bet. */
function placeBet(state: TableState, index: Seat, bet: number, rng: Rng): Turn {
  const placed = withSeat({ ...state, last: `${nameOf(index)} bets` }, index, { bet });
  const events: GameEvent[] = [
    publicEvent('move_played', {
      seat: index,
      move: 'bet',
      notation: 'bet',
      does: 'has placed a bet',
      round: state.round,
    }),
    { type: 'bet_noted', audience: 'omniscient', data: { seat: index, bet, round: state.round } },
  ];
  return actorsOf(placed).length > 0 ? { state: placed, events } : prependEvents(events, deal(placed, rng));
}

const prependEvents = (events: GameEvent[], turn: Turn): Turn => ({
  state: turn.state,
  events: [...events, ...turn.events],
});

/** Two cards to each seat that has bet, in order, then two to the dealer, from freshly shuffled cards. */
function deal(state: TableState, rng: Rng): Turn {
  const shoe = shuffledDecks(state.decks, rng);
  const seats = state.seats.map((seat): TableSeat => {
    const hands = seat.bet === null ? [] : openBox(shoe.splice(0, 2), seat.bet, seat.stack).hands;
    return { ...seat, hands, results: [], net: null };
  });
  const dealer = shoe.splice(0, 2);
  const dealt: TableState = { ...state, phase: 'play', seats, dealer, shoe, acts: 0 };
  const event = publicEvent('round_dealt', {
    round: state.round,
    bets: seats.map(({ bet }) => bet),
    hands: seats.map(({ hands }) => hands[0]?.cards ?? null),
    dealer: [dealer[0], null],
    says: `Round ${state.round} is dealt; the dealer shows ${formatCard(dealer[0] as Card)}.`,
  });
  return prependEvents([event], continueRound(dealt));
}

function playAction(state: TableState, index: Seat, action: Action): Turn {
  const before = state.seats[index] as TableSeat;
  const at = handToPlay(before) ?? 0;
  const { box, shoe } = playHand(boxOf(before), action, state.shoe);
  const does = describeAction(action, before.hands[at] as Hand, box.hands.slice(at));
  const last = `${nameOf(index)} ${does}`;
  const next = withSeat({ ...state, shoe, acts: state.acts + 1, last }, index, { hands: box.hands });
  const cards = box.hands.slice(at, action === 'split' ? at + 2 : at + 1).map((hand) => hand.cards);
  const notation = formatNotation(action, box.hands[at] as Hand);
  const event = publicEvent('move_played', { seat: index, move: action, notation, does, hand: at, cards });
  return prependEvents([event], continueRound(next));
}

/** `hit 9♥ 17`, `stand 18`, `split`. */
function formatNotation(action: Action, { cards }: Hand): string {
  if (action === 'split') return action;
  const { total } = totalOf(cards);
  return action === 'stand' ? `stand ${total}` : `${action} ${formatCard(cards.at(-1) as Card)} ${total}`;
}

/** `hits 9♥: 17`, `stands on soft 18`, `splits 8S and 8D`. */
function describeAction(action: Action, before: Hand, [now]: readonly Hand[]): string {
  if (action === 'stand') return `stands on ${formatTotal(totalOf(before.cards))}`;
  if (action === 'split') return `splits ${before.cards.map(formatCard).join(' and ')}`;
  const { cards = [], state } = now ?? {};
  const total = formatTotal(totalOf(cards));
  const result = state === 'bust' ? `bust with ${total}` : total;
  return `${action === 'hit' ? 'hits' : 'doubles'} ${formatCard(cards.at(-1) as Card)}: ${result}`;
}

/** Waits for the next hand, or plays the dealer and settles the round. A dealer's natural ends the round immediately. */
function continueRound(state: TableState): Turn {
  if (isNatural(state.dealer)) return settleRound(standAllHands(state));
  if (actorsOf(state).length > 0) return { state, events: [] };
  if (!state.seats.some(awaitsDealer)) return settleRound(state);
  let { dealer, shoe } = state;
  while (dealerAction(dealer) === 'hit') {
    dealer = [...dealer, shoe[0] as Card];
    shoe = shoe.slice(1);
  }
  return settleRound({ ...state, dealer, shoe });
}

const standHand = (hand: Hand): Hand => (hand.state === 'active' ? { ...hand, state: 'stand' } : hand);

function standAllHands(state: TableState): TableState {
  return { ...state, seats: state.seats.map((seat) => ({ ...seat, hands: seat.hands.map(standHand) })) };
}

/** Pays every seat, then starts the next round or ends the game. */
function settleRound(state: TableState): Turn {
  const seats = state.seats.map((seat): TableSeat => {
    if (seat.hands.length === 0) return seat;
    const { results, net } = settleBox(seat, state.dealer);
    return { ...seat, results, net, stack: seat.stack + net, bet: null };
  });
  const history = [...state.history, seats.map(({ stack }) => stack)];
  const isLast = state.round >= state.options.rounds || seats.every((seat) => betLimits(state, seat) === null);
  const next: TableState = {
    ...state,
    phase: isLast ? 'over' : 'bet',
    round: state.round + (isLast ? 0 : 1),
    seats,
    history,
  };
  const event = publicEvent('round_settled', {
    round: state.round,
    dealer: state.dealer,
    results: seats.map(({ results }) => results),
    net: seats.map(({ net }) => net),
    stacks: seats.map(({ stack }) => stack),
    says: describeSettlement(state.round, state.dealer, seats),
  });
  return { state: next, events: [event] };
}

function describeSettlement(round: number, dealer: readonly Card[], seats: readonly TableSeat[]): string {
  const { total } = totalOf(dealer);
  const has = isNatural(dealer) ? 'has blackjack' : total > 21 ? `busts with ${total}` : `has ${total}`;
  const nets = seats.flatMap(({ net }, seat) => (net === null ? [] : [`${nameOf(seat)} ${describeNet(net)}`]));
  return `Round ${round}: the dealer ${has}. ${nets.join(', ')}.`;
}

function describeNet(net: number): string {
  return net === 0 ? 'is even' : net > 0 ? `wins ${net}` : `loses ${-net}`;
}

/** A seat that has not bet in time bets the minimum; a hand that is not played in time stands. */
export function handleTimeout(state: TableState, rng: Rng): Turn {
  const late = actorsOf(state);
  const event = publicEvent('time_ran_out', {
    seats: late,
    instead: state.phase === 'bet' ? 'bet the minimum' : 'stood',
  });
  const [playing] = late;
  if (playing === undefined) return { state, events: [] };
  if (state.phase === 'play') return prependEvents([event], playAction(state, playing, 'stand'));
  const { bet } = state.options;
  const seats = state.seats.map((seat, index) => (late.includes(index) ? { ...seat, bet } : seat));
  return prependEvents([event], deal({ ...state, seats }, rng));
}

/** Seats that have resigned. */
export function departedSeats({ seats }: TableState): Seat[] {
  return seats.flatMap(({ left }, seat) => (left ? [seat] : []));
}

/**
 * Removes a seat and continues the game: a bet that is still secret is returned, dealt hands stand. Null when fewer than
 * two seats would stay.
 */
export function leaveTable(state: TableState, index: Seat, rng: Rng): Turn | null {
  const staying = state.seats.filter(({ left }, at) => at !== index && !left);
  const seat = state.seats[index];
  if (!seat || state.phase === 'over' || staying.length < 2) return null;
  const last = `${nameOf(index)} leaves`;
  if (state.phase === 'bet')
    return continueWithoutSeat(withSeat({ ...state, last }, index, { left: true, bet: null }), rng);
  const acts = state.acts + (actorsOf(state).includes(index) ? 1 : 0);
  return continueRound(withSeat({ ...state, last, acts }, index, { left: true, hands: seat.hands.map(standHand) }));
}

/** The seat that left may have been the last one without a bet, or the last one able to bet. */
function continueWithoutSeat(state: TableState, rng: Rng): Turn {
  if (actorsOf(state).length > 0) return { state, events: [] };
  return state.seats.some(({ bet }) => bet !== null)
    ? deal(state, rng)
    : { state: { ...state, phase: 'over' }, events: [] };
}

/** Ranks seats by chips, seats that left last. A single seat wins with more chips than it began with. */
export function outcomeOf({ phase, seats, options }: TableState): Outcome | null {
  if (phase !== 'over') return null;
  const reason = seats.every(({ stack }) => stack < options.bet) ? 'broke' : 'chips';
  const [only] = seats;
  if (only && seats.length === 1) {
    const won = Math.sign(only.stack - options.stack);
    const result = won > 0 ? 'win' : won < 0 ? 'loss' : 'draw';
    return { results: [{ seat: 0, result, score: only.stack, rank: 1 }], reason, winner: won > 0 ? 0 : null };
  }
  const isAhead = (one: TableSeat, other: TableSeat) =>
    one.left === other.left ? one.stack > other.stack : other.left;
  const rankOf = (seat: TableSeat) => 1 + seats.filter((other) => isAhead(other, seat)).length;
  const leaders = seats.filter((seat) => rankOf(seat) === 1).length;
  const results = seats.map((seat, index) => {
    const rank = rankOf(seat);
    const result = rank > 1 ? ('loss' as const) : leaders === 1 ? ('win' as const) : ('draw' as const);
    return { seat: index, result, score: seat.stack, rank };
  });
  return { results, reason, winner: leaders === 1 ? results.findIndex(({ rank }) => rank === 1) : null };
}

/** The key of the running time limit: one for all bets of a round, then one for each decision. */
export function clockKeyOf({ phase, round, acts }: TableState): string {
  return phase === 'bet' ? `round:${round}:bets` : `round:${round}:act:${acts}`;
}

export function encodeTable(state: TableState): string {
  return JSON.stringify(state);
}

/** @throws Error with the reason when the text is not a table, or cards or chips do not add up. */
export function decodeTable(text: string): TableState {
  const state = stateSchema.parse(JSON.parse(text));
  const { decks, dealer, shoe, seats, phase } = state;
  const cards = [...dealer, ...shoe, ...seats.flatMap(({ hands }) => hands.flatMap((hand) => hand.cards))];
  const isBare = cards.length === 0 && phase === 'bet';
  if (decks !== decksFor(seats.length) || (!isBare && !areWholeDecks(cards, decks))) {
    throw new Error(`Impossible table: the cards are not ${decksFor(seats.length)} whole decks.`);
  }
  if (
    phase === 'play' &&
    seats.some((seat) => totalBet(seat) > seat.stack || (seat.bet === null) !== (seat.hands.length === 0))
  ) {
    throw new Error('Impossible table: the bets do not fit the stacks.');
  }
  if (phase === 'play' ? actorsOf(state).length === 0 : seats.some((seat) => handToPlay(seat) !== null)) {
    throw new Error('Impossible table: the hands do not fit the phase.');
  }
  return state;
}
