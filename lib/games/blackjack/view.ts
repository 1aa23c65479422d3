import type { Perspective } from '@/lib/core/game';
import { BEST_TOTAL, type Card, isNatural, sayTotal, totalOf } from './cards';
import { type Hand, type HandResult, handToPlay } from './hand';
import { actorsOf, limitsOf, nameOf, outcomeOf, type TableSeat, type TableState } from './table';

export interface HandView {
  cards: Card[];
  total: number;
  /** An ace counts 11 in the total. */
  soft: boolean;
  state: Hand['state'];
  doubled: boolean;
  bet: number;
  /** null until the round is settled. */
  result: HandResult | null;
  /** It is this hand's turn. */
  active: boolean;
}

export interface SeatView {
  name: string;
  /** All chips, those on the table included until the round is settled. */
  stack: number;
  /** This round's bet; null while it is not placed, or not to be known yet. */
  bet: number | null;
  has_bet: boolean;
  /** Cannot pay the lowest bet any more, or has left. */
  out: boolean;
  left: boolean;
  /** Of the round that lies on the table. */
  hands: HandView[];
  /** Chips that the round on the table brought; null until it is settled. */
  net: number | null;
}

export interface BlackjackView {
  status: 'in_progress' | 'game_over';
  /** While bets are placed, the cards of the round before still lie on the table. */
  phase: TableState['phase'];
  /** Whose hand is played; null while all bet, and at the end. */
  turn: string | null;
  you: string | null;
  /** A seat, `draw`, or `dealer` where one who played alone has lost. */
  winner: string | null;
  last_move: string | null;
  round: number;
  rounds: number;
  start_stack: number;
  min_bet: number;
  max_bet: number;
  /** Decks that each round is dealt from, freshly shuffled. */
  decks: number;
  dealer: {
    /** The second is null while it lies face down. */
    cards: (Card | null)[];
    /** Of the cards that lie open. */
    total: number;
    soft: boolean;
    state: 'waiting' | 'stand' | 'bust' | 'blackjack';
  };
  seats: SeatView[];
  shoe_left: number;
  /** The cards to come, next first; null for who may not know. */
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
    max_bet: limitsOf(state, { stack: Number.MAX_SAFE_INTEGER, left: false })?.max ?? options.bet,
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

interface SeatLook {
  index: number;
  isPlaying: boolean;
  knowsBet: boolean;
}

function viewSeat(state: TableState, seat: TableSeat, { index, isPlaying, knowsBet }: SeatLook): SeatView {
  const active = isPlaying ? handToPlay(seat) : null;
  return {
    name: nameOf(index),
    stack: seat.stack,
    bet: state.phase === 'play' || knowsBet ? seat.bet : null,
    has_bet: seat.bet !== null,
    out: seat.left || (state.phase !== 'play' && limitsOf(state, seat) === null),
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
      : `Dealer: ${cards} (${shows} ${sayTotal(dealer)}${dealer.state === 'waiting' ? '' : `, ${dealer.state}`}).`,
    ...seats.map((seat) => seatInWords(seat, view)),
    standing(view),
    view.you && `You are ${view.you}.`,
    view.last_move && `Last: ${view.last_move}.`,
  ]
    .filter(Boolean)
    .join('\n');
}

function seatInWords({ name, stack, bet, has_bet, out, hands, net }: SeatView, { phase }: BlackjackView): string {
  const played = hands.map(handInWords).join('; ');
  const placed =
    phase !== 'bet' ? '' : out ? ', sits out' : bet !== null ? `, bets ${bet}` : has_bet ? ', has bet' : ', to bet';
  const brought = net === null ? '' : `, ${net > 0 ? '+' : ''}${net}`;
  return `${name}: ${stack} chips${placed}${played ? `. ${played}${brought}` : ''}`;
}

function handInWords({ cards, total, soft, state, doubled, bet, result, active }: HandView): string {
  const how = [
    sayTotal({ total, soft }),
    doubled && 'doubled',
    `bet ${bet}`,
    result ?? (state === 'active' ? null : state),
  ];
  return `${active ? '> ' : ''}${cards.join(' ')} (${how.filter(Boolean).join(', ')})`;
}

function standing({ phase, turn, seats, winner }: BlackjackView): string {
  if (phase === 'bet') {
    const waiting = seats.filter(({ has_bet, out }) => !has_bet && !out).map(({ name }) => name);
    return `Waiting for the bets of ${waiting.join(', ')}.`;
  }
  if (phase === 'play') return `${turn} to play.`;
  if (winner === 'draw') return 'A draw.';
  return winner === 'dealer' ? 'The dealer keeps the chips.' : `${winner} has won.`;
}
