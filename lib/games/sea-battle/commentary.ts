import { count, defineCommentary, moveIn, type PublicStep, remarkOn } from '@/lib/games/commentary/occasion';
import { FLEET_CELLS } from './grid';
import type { SeaBattleView } from './state';

export const seaBattleCommentary = defineCommentary({
  wins: { fleet_sunk: 'by sinking the fleet' },
  occasions: {
    sunk: {
      openings: [
        '{me} sinks a ship of {size} at {cell}.',
        'A ship of {you} goes down: {cell}.',
        '{you} loses a ship of {size}.',
        'Sunk! {me} finishes it at {cell}.',
        '{cell}: the ship of {size} is gone.',
      ],
      endings: ['{you} has {afloat} left.', 'Hits: {hits}.', 'It is shot {shot} of {me}.'],
    },
    last: {
      openings: [
        '{me} has sunk all but one ship of {you}.',
        'One ship of {you} is left.',
        '{you} depends on its last ship after {cell}.',
        '{me} is one ship away from the win.',
        'The fleet of {you} is down to one ship.',
      ],
      endings: ['Hits: {hits}.', 'It is shot {shot} of {me}.', '{me} has {own} afloat.'],
    },
    hit: {
      openings: [
        '{me} hits at {cell}.',
        'A hit for {me}: {cell}.',
        '{cell} was a ship of {you}.',
        '{you} is hit at {cell}.',
        '{me} finds something at {cell}.',
      ],
      endings: ['Hits: {hits}.', '{you} has {afloat} left.', 'It is shot {shot} of {me}.'],
    },
    miss: {
      openings: [
        '{me} shoots at {cell}: water.',
        'Nothing at {cell} for {me}.',
        '{me} misses at {cell}.',
        'Only water at {cell}.',
        '{cell} is empty, {me} has to search on.',
      ],
      endings: ['Hits: {hits}.', '{you} has {afloat} left.', 'It is shot {shot} of {me}.'],
    },
  },
  remark(step: PublicStep<SeaBattleView>) {
    const { view } = step;
    const move = moveIn(step);
    const last = view.last_move;
    if (!move || !last) return null;
    const [own, other] = move.seat === 0 ? (['west', 'east'] as const) : (['east', 'west'] as const);
    const afloat = view.fleets[other].filter(({ sunk }) => !sunk).length;
    const hitsOn = (side: 'west' | 'east') => view.waters[side].join('').split('H').length - 1;
    const words = {
      cell: last.coord,
      size: /\d+/.exec(last.result)?.[0] ?? '',
      afloat: count(afloat, 'ship'),
      own: count(view.fleets[own].filter(({ sunk }) => !sunk).length, 'ship'),
      hits: `{me} ${hitsOn(other)}, {you} ${hitsOn(own)} of ${FLEET_CELLS}`,
      shot: view.shots[own],
    };
    if (last.result.startsWith('sunk')) return remarkOn(afloat === 1 ? 'last' : 'sunk', move.seat, words);
    return remarkOn(last.result === 'hit' ? 'hit' : 'miss', move.seat, words);
  },
});
