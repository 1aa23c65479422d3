import { defineCommentary, type PublicStep, remarkOn } from '@/lib/games/commentary/occasion';
import type { EvenOddView } from './view';

export const evenOddCommentary = defineCommentary({
  wins: { rounds: 'with more rounds' },
  occasions: {
    sealed: {
      openings: [
        '{me} has chosen a number.',
        'One number is sealed, that of {me}.',
        '{me} is ready for round {round}.',
        'The number of {me} is fixed and hidden.',
        '{me} has committed first.',
      ],
      endings: ['{you} is still thinking.', 'It stands {scores}.', 'Nobody can change it any more.'],
    },
    point: {
      openings: [
        '{first} and {second} make {sum}: the round goes to {me}.',
        'The sum is {sum}, {parity}. {me} scores.',
        '{me} wins round {round} with a sum of {sum}.',
        '{you} is caught: {sum} is {parity}.',
        'Round {round} to {me}, {first} against {second}.',
      ],
      endings: ['It stands {scores}.', '{target} rounds win the match.', '{me} has {own} now.'],
    },
    matchPoint: {
      openings: [
        '{me} scores and needs one more.',
        'Match point for {me} after a sum of {sum}.',
        'One more round wins it for {me}.',
        '{sum} is {parity}, and {me} stands before the win.',
        '{you} must stop {me} now.',
      ],
      endings: ['It stands {scores}.', 'Round {round} is played.', '{target} rounds win the match.'],
    },
    empty: {
      openings: [
        'Nobody scores in round {round}.',
        'A number is missing, round {round} is void.',
        'Round {round} ends without a point.',
        'No point this time.',
        'The round passes without a sum.',
      ],
      endings: ['It stands {scores}.', '{target} rounds win the match.', 'The next round begins.'],
    },
  },
  remark(step: PublicStep<EvenOddView>) {
    const { view, events } = step;
    const scores = view.scores.join('–');
    const round = view.previous_rounds.at(-1);
    if (events.some(({ type }) => type === 'round_resolved') && round) {
      const winner = round.winner;
      const words = {
        scores,
        round: round.round,
        sum: round.sum ?? 0,
        parity: (round.sum ?? 0) % 2 === 0 ? 'even' : 'odd',
        first: round.moves[0] ?? 0,
        second: round.moves[1] ?? 0,
        target: view.rounds_to_win,
        own: view.scores[winner ?? 0] ?? 0,
      };
      if (winner === null || round.sum === null) return remarkOn('empty', 0, words);
      return remarkOn(words.own === view.rounds_to_win - 1 ? 'matchPoint' : 'point', winner, words);
    }
    const sealed = events.findLast(({ type }) => type === 'move_committed')?.data.seat;
    return typeof sealed === 'number' ? remarkOn('sealed', sealed, { scores, round: view.round }) : null;
  },
});
