import { count, defineCommentary, moveIn, type PublicStep, remarkOn } from '@/lib/games/commentary/occasion';
import type { MancalaView } from './rules';

/** More seeds than this in a store decide a match. */
const MAJORITY = 24;

export const mancalaCommentary = defineCommentary({
  wins: { more_seeds: 'with more seeds' },
  occasions: {
    capture: {
      openings: [
        '{me} captures {captured} from pit {pit}.',
        'A capture of {captured} by {me}.',
        '{you} loses seeds: {me} takes {captured}.',
        'The last seed of {me} fell into an empty pit, and {captured} are taken.',
        'Pit {pit}: {me} takes {captured}.',
      ],
      endings: ['Stores: {stores}.', '{standing}.', '{free} are still in the pits.'],
    },
    again: {
      openings: [
        '{me} sows pit {pit} into the store and moves again.',
        'Another turn for {me} after pit {pit}.',
        'The last seed of {me} ends in the store.',
        '{me} stays on the move with pit {pit}.',
        '{you} has to wait: {me} moves again.',
      ],
      endings: ['Stores: {stores}.', '{standing}.', '{free} are still in the pits.'],
    },
    majority: {
      openings: [
        '{leader} has more than half of the seeds.',
        'The store of {leader} holds the majority now.',
        'With {most} in the store {leader} cannot be caught.',
        'It is decided for {leader}: {most} of 48.',
        'No way back against {most} in the store of {leader}.',
      ],
      endings: ['Stores: {stores}.', '{free} are still in the pits.', '{me} has sown pit {pit}.'],
    },
    large: {
      openings: [
        '{me} sows {seeds} from pit {pit}.',
        'A full pit goes round: {seeds} by {me}.',
        '{me} empties pit {pit} with {seeds}.',
        '{seeds} of {me} run along the board.',
        '{me} gives seeds to the other row from pit {pit}.',
      ],
      endings: ['Stores: {stores}.', '{standing}.', '{you} is to move.'],
    },
    small: {
      openings: [
        '{me} sows pit {pit}.',
        'Pit {pit} for {me}, {seeds}.',
        '{me} moves {seeds}.',
        'A short sowing by {me} from pit {pit}.',
        '{me} plays pit {pit} and hands over.',
      ],
      endings: ['Stores: {stores}.', '{standing}.', '{free} are still in the pits.'],
    },
  },
  remark(step: PublicStep<MancalaView>) {
    const { stores, pits, last_move: last } = step.view;
    const move = moveIn(step);
    if (!move || !last) return null;
    const [own, other] = move.seat === 0 ? [stores.south, stores.north] : [stores.north, stores.south];
    const leader = own > other ? '{me}' : '{you}';
    const words = {
      pit: last.pit,
      seeds: count(last.seeds, 'seed'),
      captured: count(last.captured, 'seed'),
      stores: `${stores.south}–${stores.north}`,
      standing: own === other ? 'The stores are level' : `${leader} leads by ${Math.abs(own - other)}`,
      free: count(
        [...pits.south, ...pits.north].reduce((sum, seeds) => sum + seeds, 0),
        'seed',
      ),
      leader,
      most: Math.max(own, other),
    };
    if (Math.max(own, other) > MAJORITY) return remarkOn('majority', move.seat, words);
    if (last.captured > 0) return remarkOn('capture', move.seat, words);
    if (last.extra_turn) return remarkOn('again', move.seat, words);
    return remarkOn(last.seeds > 6 ? 'large' : 'small', move.seat, words);
  },
});
