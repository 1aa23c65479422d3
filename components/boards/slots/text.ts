import { formatCount } from '@/components/ui/text';
import type { SlotsView } from './view';

const chips = (count: number) => formatCount(count, 'chip');

/** `7 7 7 pays 10 bets`. */
function prizeText({ symbol, count, times }: SlotsView['paytable'][number]): string {
  return `${Array(count).fill(symbol).join(' ')} pays ${times} ${times === 1 ? 'bet' : 'bets'}`;
}

export const formatPercent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;

export function describeStanding({ stack, start_stack, spins_done, spins, status }: SlotsView): string {
  const lead = stack - start_stack;
  const where = status === 'game_over' ? `after ${spins_done} spins` : `after ${spins_done} of ${spins} spins`;
  return lead === 0 ? `Even ${where}` : `${chips(Math.abs(lead))} ${lead > 0 ? 'up' : 'down'} ${where}`;
}

export function describePosition(view: SlotsView): string {
  const { reels, payout, prize, stack, bet, spins_done, spins, paytable, return_rate } = view;
  const paid = prize ? `${prizeText(prize)}: ${chips(payout)}` : 'Pays nothing';
  return [
    reels.length === 0 ? 'The reels have not been spun.' : `${reels.join(', ')}. ${paid}.`,
    `${chips(stack)}, ${bet} a spin. Spin ${spins_done} of ${spins}.`,
    ...paytable.map((prize) => `${prizeText(prize)}.`),
    `The machine pays back ${formatPercent(return_rate)} in the long run.`,
  ].join('\n');
}

/** A payout of so many bets is a key moment. */
const MIN_BIG_WIN = 5;

export function describeKeyMoment(_before: SlotsView, { payout, bet }: SlotsView): string | null {
  return payout >= MIN_BIG_WIN * bet ? `A win of ${payout}` : null;
}
