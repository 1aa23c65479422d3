import type { Perspective } from '@/lib/core/game';
import { BEST_TOTAL, type Card, formatTotal, isNatural, totalOf } from './cards';
import { type Hand, type HandResult, handToPlay } from './hand';
import { actorsOf, betLimits, nameOf, outcomeOf, type TableSeat, type TableState } from './table';

interface HandView {
  cards: Card[];
  total: number;
  /** An ace counts 11 in the total. */
  soft: boolean;
  state: Hand['state'];
  doubled: boolean;
  bet: number;
  /** null until the round is settled. */
  result: HandResult | null;
  /** Whether this is the hand to play. */
  active: boolean;
}

interface SeatView {
  name: string;
  /** All chips, those on the table included until the round is settled. */
  stack: number;
  /** This round's bet; null before it is placed, and while it is secret. */
  bet: number | null;
  has_bet: boolean;
  /** The seat cannot pay the lowest bet, or has left. */
  out: boolean;
  left: boolean;
  /** Hands of the round on the table. */
  hands: HandView[];
  /** Chips won or lost in the round on the table; null until it is settled. */
  net: number | null;
}

export interface BlackjackView {
  status: 'in_progress' | 'game_over';
  /** While bets are placed, the cards of the previous round stay on the table. */
  phase: TableState['phase'];
  /** The seat whose hand is played; null while bets are placed, and at the end. */
  turn: string | null;
  you: string | null;
  /** A seat, `draw`, or `dealer` when a single seat has lost. */
  winner: string | null;
  last_move: string | null;
  round: number;
  rounds: number;
  start_stack: number;
  min_bet: number;
  max_bet: number;
  /** Number of decks, shuffled for each round. */
  decks: number;
  dealer: {
    /** The second card is null while it is face down. */
    cards: (Card | null)[];
    /** Total of the open cards. */
    total: number;
    soft: boolean;
    state: 'waiting' | 'stand' | 'bust' | 'blackjack';
  };
  seats: SeatView[];
  shoe_left: number;
  /** The undealt cards, next first; null for viewers who may not see them. */
  shoe: Card[] | null;
  /** Stacks by seat after each round. */
  history: number[][];
}

/** The table as a viewer sees it. Only omniscient viewers see the hole card and the shoe before the match is over. */
export function viewTable(state: TableState, { viewer, revealed }: Perspective): BlackjackView {
  const knowsAll = viewer === 'omniscient' || revealed;
  const { phase, options } = state;
  const [playing] = phase === 'play' ? actorsOf(state) : [];
  const isOver = phase === 'over';
  return {
    status: isOver ? 'game_over' : 'in_progress',
    phase,
    turn: playing === undefined ? null : nameOf(playing),
    you: typeof viewer === 'number' && viewer < state.seats.length ? nameOf(viewer) : null,
    winner: winnerOf(state),
    last_move: state.last,
    round: state.round,
    rounds: options.rounds,
    start_stack: options.stack,
    min_bet: options.bet,
    max_bet: betLimits(state, { stack: Number.MAX_SAFE_INTEGER, left: false })?.max ?? options.bet,
    decks: state.decks,
    dealer: viewDealer(state, knowsAll),
    seats: state.seats.map((seat, index) =>
      viewSeat(state, seat, { index, isPlaying: index === playing, knowsBet: knowsAll || index === viewer }),
    ),
    shoe_left: state.shoe.length,
    shoe: knowsAll ? state.shoe : null,
    history: state.history,
  };
}

function winnerOf(state: TableState): string | null {
  const outcome = outcomeOf(state);
  if (!outcome) return null;
  if (outcome.winner !== null) return nameOf(outcome.winner);
  return outcome.results.some(({ result }) => result === 'draw') ? 'draw' : 'dealer';
}

function viewDealer({ dealer, phase }: TableState, knowsAll: boolean): BlackjackView['dealer'] {
  const isHidden = phase === 'play' && !knowsAll;
  const open = isHidden ? dealer.slice(0, 1) : dealer;
  const { total, soft } = totalOf(open);
  const done = isNatural(dealer) ? 'blackjack' : total > BEST_TOTAL ? 'bust' : 'stand';
  return {
    cards: isHidden ? dealer.map((card, at) => (at === 0 ? card : null)) : dealer,
    total,
    soft,
    state: phase === 'play' || dealer.length === 0 ? 'waiting' : done,
  };
}

interface SeatVisibility {
  index: number;
  isPlaying: boolean;
  knowsBet: boolean;
}

function viewSeat(state: TableState, seat: TableSeat, { index, isPlaying, knowsBet }: SeatVisibility): SeatView {
  const active = isPlaying ? handToPlay(seat) : null;
  return {
    name: nameOf(index),
    stack: seat.stack,
    bet: state.phase === 'play' || knowsBet ? seat.bet : null,
    has_bet: seat.bet !== null,
    out: seat.left || (state.phase !== 'play' && betLimits(state, seat) === null),
    left: seat.left,
    hands: seat.hands.map((hand, at) => ({
      ...hand,
      ...totalOf(hand.cards),
      result: seat.results[at] ?? null,
      active: at === active,
    })),
    net: seat.net,
  };
}

/** The table as text. */
export function describeTable(view: BlackjackView): string {
  const { dealer, seats, round, rounds } = view;
  const cards = dealer.cards.map((card) => card ?? '??').join(' ');
  const shows = dealer.cards.includes(null) ? 'shows' : 'has';
  return [
    `Round ${round} of ${rounds}.`,
    dealer.cards.length === 0
      ? 'No cards on the table yet.'
      : `Dealer: ${cards} (${shows} ${formatTotal(dealer)}${dealer.state === 'waiting' ? '' : `, ${dealer.state}`}).`,
    ...seats.map((seat) => describeSeat(seat, view)),
    describeStatus(view),
    view.you && `You are ${view.you}.`,
    view.last_move && `Last: ${view.last_move}.`,
  ]
    .filter(Boolean)
    .join('\n');
}

function describeSeat({ name, stack, bet, has_bet, out, hands, net }: SeatView, { phase }: BlackjackView): string {
  const played = hands.map(describeHand).join('; ');
  const placed =
    phase !== 'bet' ? '' : out ? ', sits out' : bet !== null ? `, bets ${bet}` : has_bet ? ', has bet' : ', to bet';
  const netText = net === null ? '' : `, ${net > 0 ? '+' : ''}${net}`;
  return `${name}: ${stack} chips${placed}${played ? `. ${played}${netText}` : ''}`;
}

function describeHand({ cards, total, soft, state, doubled, bet, result, active }: HandView): string {
  const how = [
    formatTotal({ total, soft }),
    doubled && 'doubled',
    `bet ${bet}`,
    result ?? (state === 'active' ? null : state),
  ];
  return `${active ? '> ' : ''}${cards.join(' ')} (${how.filter(Boolean).join(', ')})`;
}

function describeStatus({ phase, turn, seats, winner }: BlackjackView): string {
  if (phase === 'bet') {
    const waiting = seats.filter(({ has_bet, out }) => !has_bet && !out).map(({ name }) => name);
    return `Waiting for the bets of ${waiting.join(', ')}.`;
  }
  if (phase === 'play') return `${turn} to play.`;
  if (winner === 'draw') return 'A draw.';
  return winner === 'dealer' ? 'The dealer keeps the chips.' : `${winner} has won.`;
}
