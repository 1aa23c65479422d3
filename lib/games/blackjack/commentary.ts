import { defineCommentary, moveIn, type PublicStep, type Remark } from '@/lib/games/commentary/occasion';
import type { BlackjackView } from './view';

export const blackjackCommentary = defineCommentary({
  wins: { broke: 'with chips left', chips: 'with the most chips' },
  occasions: {
    bet: {
      openings: [
        '{me} has placed a bet.',
        'The bet of {me} is down.',
        '{me} is in for round {round}.',
        'Chips from {me} on the table, face down.',
        '{me} has decided what to risk.',
      ],
      endings: ['Round {round} of {rounds}.', 'Stacks: {stacks}.', '{leader} leads.'],
    },
    card: {
      openings: ['{me} takes a card.', 'Another card for {me}.', '{me} wants more.', '{me} hits.', 'A card to {me}.'],
      endings: ['The dealer shows {dealer}.', 'Round {round} of {rounds}.', 'Stacks: {stacks}.'],
    },
    stand: {
      openings: [
        '{me} stands.',
        '{me} stays with this hand.',
        'No more cards for {me}.',
        '{me} leaves it to the dealer.',
        'Enough for {me}.',
      ],
      endings: ['The dealer shows {dealer}.', 'Round {round} of {rounds}.', 'Stacks: {stacks}.'],
    },
    raise: {
      openings: [
        '{me} puts more chips in.',
        '{me} raises the stake in the middle of the round.',
        'More is at stake for {me} now.',
        '{me} doubles what is on the table.',
        'A second bet by {me}.',
      ],
      endings: ['The dealer shows {dealer}.', 'Round {round} of {rounds}.', 'Stacks: {stacks}.'],
    },
    settled: {
      openings: [
        'Round {round} is settled.',
        'The dealer ends with {dealer}.',
        'That was round {round} of {rounds}.',
        'The cards are open, the chips are moved.',
        'The table is paid.',
      ],
      endings: ['Stacks: {stacks}.', '{leader} leads.', 'Won and lost: {nets}.'],
    },
  },
  remark(step: PublicStep<BlackjackView>): Remark<'bet' | 'card' | 'stand' | 'raise' | 'settled'> | null {
    const { view } = step;
    const most = Math.max(...view.seats.map(({ stack, left }) => (left ? 0 : stack)));
    const leaders = view.seats.flatMap(({ stack, left }, seat) => (stack === most && !left ? [seat] : []));
    const words = {
      round: view.round,
      rounds: view.rounds,
      dealer: view.dealer.total,
      stacks: view.seats.map(({ stack }, seat) => `{${seat}} ${stack}`).join(', '),
      leader: leaders.length === 1 ? `{${leaders[0]}}` : 'Nobody',
      nets: view.seats
        .map(({ net }, seat) => `{${seat}} ${net === null ? '–' : net < 0 ? `−${-net}` : `+${net}`}`)
        .join(', '),
    };
    if (step.events.some(({ type }) => type === 'round_settled')) return { occasion: 'settled', words };
    const move = moveIn(step);
    if (!move) return null;
    const action = String(move.data.move ?? '');
    const occasion = action === 'bet' ? 'bet' : action === 'hit' ? 'card' : action === 'stand' ? 'stand' : 'raise';
    return { occasion, me: move.seat, words };
  },
});
