import { capitalize, formatCount } from '@/components/ui/text';
import type { EventSentence } from '../define-board';
import type { BlackjackView } from './view';

type Seat = BlackjackView['seats'][number];
type Hand = Seat['hands'][number];

const SUITS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };
const chips = (count: number) => formatCount(count, 'chip');
const signed = (net: number) => (net > 0 ? `+${net}` : String(net));

/** `TS` → `10♠`. */
export function cardText(card: string): string {
  const rank = card.charAt(0) === 'T' ? '10' : card.charAt(0);
  return `${rank}${SUITS[card.charAt(1)] ?? ''}`;
}

/** `soft 18`, `12`. */
export function totalText({ total, soft }: { total: number; soft: boolean }): string {
  return soft ? `soft ${total}` : String(total);
}

const RESULTS: Record<NonNullable<Hand['result']>, string> = {
  win: 'wins',
  lose: 'loses',
  push: 'push',
  bust: 'bust',
  blackjack: 'blackjack',
};

/** The state or the result of a hand: `doubled, wins`. */
export function handStatus({ result, state, doubled }: Hand): string {
  const how = result ? RESULTS[result] : state === 'active' ? '' : state;
  return [doubled && 'doubled', how].filter(Boolean).join(', ');
}

/** The name of a seat in a sentence; a player who is alone at the table needs no number. */
const inSentence = (seats: readonly Seat[], name: string | null) => (seats.length === 1 ? 'the player' : name);

/** What the table is waiting for, or the result. */
export function tableStatus({ phase, turn, seats, winner, you, stopped }: BlackjackView): string {
  if (stopped && phase !== 'over') return 'The match was stopped here';
  if (phase === 'play') return turn === you ? 'Your hand to play' : capitalize(`${inSentence(seats, turn)} to play`);
  if (phase === 'bet') {
    const waiting = seats.filter(({ has_bet, out }) => !has_bet && !out).map(({ name }) => inSentence(seats, name));
    return waiting.length > 2 ? `Waiting for ${waiting.length} bets` : capitalize(`${waiting.join(' and ')} to bet`);
  }
  if (winner === 'draw') return 'Drawn';
  return winner === 'dealer' ? 'The dealer keeps the chips' : capitalize(`${inSentence(seats, winner)} has won`);
}

export function describeStanding(view: BlackjackView): string {
  const { seats, winner, start_stack, round, rounds, status, phase } = view;
  const staying = seats.filter(({ left }) => !left);
  const best = Math.max(...staying.map(({ stack }) => stack));
  const leaders = staying.filter(({ stack }) => stack === best).map(({ name }) => name);
  if (status === 'game_over') {
    if (winner === 'draw') return `Drawn at ${chips(best)}`;
    return winner === 'dealer'
      ? `The dealer keeps ${chips(start_stack - best)}`
      : capitalize(`${inSentence(seats, winner)} has won with ${chips(best)}`);
  }
  // The felt shows the stacks without what lies on the table.
  const isStaked = seats.some(({ hands, bet }) => (phase === 'play' ? hands.length > 0 : bet !== null));
  const counted = isStaked ? ', bets included,' : '';
  const where = `in round ${round} of ${rounds}`;
  if (seats.length === 1) {
    const lead = best - start_stack;
    return lead === 0
      ? `Even with the dealer ${where}`
      : `${chips(Math.abs(lead))} ${lead > 0 ? 'up' : 'down'} ${where}`;
  }
  if (leaders.length > 1)
    return `${leaders.length === staying.length ? 'Level' : leaders.join(' and ')} at ${chips(best)}${counted} ${where}`;
  return `${leaders[0]} leads with ${chips(best)}${counted} ${where}`;
}

function handText(hand: Hand): string {
  const how = [totalText(hand), handStatus(hand)].filter(Boolean).join(', ');
  return `${hand.cards.map(cardText).join(' ')} (${how}), bet ${hand.bet}${hand.active ? ', to play' : ''}`;
}

function seatText({ name, stack, hands, net, bet, has_bet, out }: Seat, { phase }: BlackjackView): string {
  const played = hands.map(handText).join('; ');
  const brought = net === null ? '' : ` ${signed(net)}.`;
  const betting =
    phase !== 'bet' ? '' : out ? ' Sits out.' : bet !== null ? ` Bets ${bet}.` : has_bet ? ' Has bet.' : '';
  return `${name}: ${chips(stack)}.${played ? ` ${played}.` : ''}${brought}${betting}`;
}

export function describePosition(view: BlackjackView): string {
  const { dealer, seats, round, rounds } = view;
  const dealerCards = dealer.cards.map((card) => (card === null ? 'face down' : cardText(card))).join(' ');
  const total = dealer.cards.includes(null) ? `shows ${totalText(dealer)}` : totalText(dealer);
  return [
    `Round ${round} of ${rounds}.`,
    dealer.cards.length === 0 ? 'Dealer: no cards yet.' : `Dealer: ${dealerCards} (${total}).`,
    ...seats.map((seat) => seatText(seat, view)),
    `${tableStatus(view)}.`,
  ].join('\n');
}

/** A natural: 21 in the first two cards. */
const hasBlackjack = (seat: Seat | undefined) => seat?.hands.some(({ state }) => state === 'blackjack') ?? false;

export function describeKeyMoment(before: BlackjackView, after: BlackjackView): string | null {
  if (before.dealer.state !== 'bust' && after.dealer.state === 'bust') return 'The dealer busts';
  const lucky = after.seats.filter((seat, index) => hasBlackjack(seat) && !hasBlackjack(before.seats[index]));
  return lucky.length > 0 ? `Blackjack for ${lucky.map(({ name }) => name).join(' and ')}` : null;
}

export const eventSentences: Record<string, EventSentence> = {
  round_dealt: ({ bets, says }, playerName) => {
    const placed = (Array.isArray(bets) ? bets : []).flatMap((bet, seat) =>
      typeof bet === 'number' ? [`${playerName(seat)} bets ${bet}`] : [],
    );
    return [placed.length > 0 ? `${placed.join(', ')}.` : '', String(says ?? '')].filter(Boolean).join(' ');
  },
  bet_noted: (data, playerName) => `${playerName(data.seat)} has bet ${String(data.bet)}.`,
};
