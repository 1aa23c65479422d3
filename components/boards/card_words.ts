import { type BlackjackView, blackjackView, type SlotsView, slotsView } from './views';

type Seat = BlackjackView['seats'][number];
type Hand = Seat['hands'][number];

const SUITS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };
const chips = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'chip' : 'chips'}`;
const signed = (net: number) => (net > 0 ? `+${net}` : String(net));

/** `TS` → `10♠`. */
export function cardInWords(card: string): string {
  const rank = card.charAt(0) === 'T' ? '10' : card.charAt(0);
  return `${rank}${SUITS[card.charAt(1)] ?? ''}`;
}

/** `soft 18`, `12`. */
export function totalInWords({ total, soft }: { total: number; soft: boolean }): string {
  return soft ? `soft ${total}` : String(total);
}

const RESULTS: Record<NonNullable<Hand['result']>, string> = {
  win: 'wins',
  lose: 'loses',
  push: 'push',
  bust: 'bust',
  blackjack: 'blackjack',
};

/** How a hand stands or fared, in a word or two. */
export function handStatus({ result, state, doubled }: Hand): string {
  const how = result ? RESULTS[result] : state === 'active' ? '' : state;
  return [doubled && 'doubled', how].filter(Boolean).join(', ');
}

/** What the table is waiting for, or how it ended. */
export function tableStatus({ phase, turn, seats, winner, you, stopped }: BlackjackView): string {
  if (stopped && phase !== 'over') return 'The match was stopped here';
  if (phase === 'play') return turn === you ? 'Your hand to play' : `${turn} to play`;
  if (phase === 'bet') {
    const waiting = seats.filter(({ has_bet, out }) => !has_bet && !out).map(({ name }) => name);
    return waiting.length > 2 ? `Waiting for ${waiting.length} bets` : `${waiting.join(' and ')} to bet`;
  }
  if (winner === 'draw') return 'Drawn';
  return winner === 'dealer' ? 'The dealer keeps the chips' : `${winner} has won`;
}

function blackjackStanding(given: unknown): string {
  const view = blackjackView.parse(given);
  const { seats, winner, start_stack, round, rounds, status } = view;
  const best = Math.max(...seats.map(({ stack }) => stack));
  const leaders = seats.filter(({ stack }) => stack === best).map(({ name }) => name);
  if (status === 'game_over') {
    if (winner === 'draw') return `Drawn at ${chips(best)}`;
    return winner === 'dealer'
      ? `The dealer keeps ${chips(start_stack - best)}`
      : `${winner} has won with ${chips(best)}`;
  }
  const where = `in round ${round} of ${rounds}`;
  if (seats.length === 1) {
    const lead = best - start_stack;
    return lead === 0
      ? `Even with the dealer ${where}`
      : `${chips(Math.abs(lead))} ${lead > 0 ? 'up' : 'down'} ${where}`;
  }
  if (leaders.length > 1)
    return `${leaders.length === seats.length ? 'Level' : leaders.join(' and ')} at ${chips(best)} ${where}`;
  return `${leaders[0]} leads with ${chips(best)} ${where}`;
}

function handInWords(hand: Hand): string {
  const how = [totalInWords(hand), handStatus(hand)].filter(Boolean).join(', ');
  return `${hand.cards.map(cardInWords).join(' ')} (${how}), bet ${hand.bet}${hand.active ? ', to play' : ''}`;
}

function seatInWords({ name, stack, hands, net, bet, has_bet, out }: Seat, { phase }: BlackjackView): string {
  const played = hands.map(handInWords).join('; ');
  const brought = net === null ? '' : ` ${signed(net)}.`;
  const betting =
    phase !== 'bet' ? '' : out ? ' Sits out.' : bet !== null ? ` Bets ${bet}.` : has_bet ? ' Has bet.' : '';
  return `${name}: ${chips(stack)}.${played ? ` ${played}.` : ''}${brought}${betting}`;
}

function blackjackText(given: unknown): string {
  const view = blackjackView.parse(given);
  const { dealer, seats, round, rounds } = view;
  const shown = dealer.cards.map((card) => (card === null ? 'face down' : cardInWords(card))).join(' ');
  const total = dealer.cards.includes(null) ? `shows ${totalInWords(dealer)}` : totalInWords(dealer);
  return [
    `Round ${round} of ${rounds}.`,
    dealer.cards.length === 0 ? 'Dealer: no cards yet.' : `Dealer: ${shown} (${total}).`,
    ...seats.map((seat) => seatInWords(seat, view)),
    `${tableStatus(view)}.`,
  ].join('\n');
}

export const blackjackWords = { standing: blackjackStanding, text: blackjackText };

/** `10 times the bet for 7 7 7`. */
export function prizeInWords({ symbol, count, times }: SlotsView['paytable'][number]): string {
  return `${Array(count).fill(symbol).join(' ')} pays ${times} ${times === 1 ? 'bet' : 'bets'}`;
}

export const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;

function slotsStanding(given: unknown): string {
  const { stack, start_stack, spins_done, spins, status } = slotsView.parse(given);
  const lead = stack - start_stack;
  const where = status === 'game_over' ? `after ${spins_done} spins` : `after ${spins_done} of ${spins} spins`;
  return lead === 0 ? `Even ${where}` : `${chips(Math.abs(lead))} ${lead > 0 ? 'up' : 'down'} ${where}`;
}

function slotsText(given: unknown): string {
  const { reels, payout, prize, stack, bet, spins_done, spins, paytable, return_rate } = slotsView.parse(given);
  const paid = prize ? `${prizeInWords(prize)}: ${chips(payout)}` : 'Pays nothing';
  return [
    reels.length === 0 ? 'The reels have not been spun.' : `${reels.join(', ')}. ${paid}.`,
    `${chips(stack)}, ${bet} a spin. Spin ${spins_done} of ${spins}.`,
    ...paytable.map((prize) => `${prizeInWords(prize)}.`),
    `The machine pays back ${percent(return_rate)} in the long run.`,
  ].join('\n');
}

export const slotsWords = { standing: slotsStanding, text: slotsText };
