import { defineCommentary, type PublicStep } from '@/lib/games/commentary/occasion';
import type { SlotsView } from './index';

export const slotsCommentary = defineCommentary({
  wins: { chips: 'with chips won' },
  occasions: {
    prize: {
      openings: [
        'The reels pay {payout}.',
        'A prize of {payout} for {0}.',
        '{0} wins {payout} with {reels}.',
        '{reels}: {payout} chips.',
        'That was worth {payout}.',
      ],
      endings: ['{stack} chips now.', '{left} to come.', '{net} against the start.'],
    },
    nothing: {
      openings: [
        'Nothing for {reels}.',
        'The machine keeps {bet}.',
        '{reels} pays nothing.',
        '{0} loses {bet} on this spin.',
        'No prize this time.',
      ],
      endings: ['{stack} chips now.', '{left} to come.', '{net} against the start.'],
    },
  },
  remark({ view, events }: PublicStep<SlotsView>) {
    if (!events.some(({ type }) => type === 'move_played')) return null;
    const net = view.stack - view.start_stack;
    const words = {
      payout: view.payout ?? 0,
      bet: view.bet,
      reels: view.reels.join(' '),
      stack: view.stack,
      left: view.spins - view.spins_done === 1 ? 'One spin is' : `${view.spins - view.spins_done} spins are`,
      net: `${net < 0 ? '−' : '+'}${Math.abs(net)}`,
    };
    return { occasion: (view.payout ?? 0) > 0 ? 'prize' : 'nothing', words };
  },
});
