import { describe, expect, it } from 'vitest';
import type { PracticePosition } from '@/lib/games/practice';
import { beginTrail, extend, goTo, isHouseToMove, type Opponent, stepAt, type Trail, undo } from './trail';

const position = (state: string, seat: number | null): PracticePosition => ({
  state,
  view: {},
  text: '',
  seat,
  legalMoves: [],
  outcome: null,
});

/** Players take turns; the last position is over when `ends`. */
function played(moves: string, ends = false): Trail {
  return [...moves].reduce(
    (trail, name, index) => {
      const isLast = index === moves.length - 1;
      const seat = ends && isLast ? null : (index + 1) % 2;
      return extend(trail, { position: position(name, seat), notation: name, seat: index % 2 });
    },
    beginTrail(position('start', 0)),
  );
}

const HOUSE: Opponent = { strength: 'easy', human: 0 };
const names = ({ steps }: Trail) => steps.map((step) => step.position.state).join(' ');

describe('the way on a board', () => {
  it('grows by moves, and from an earlier place in another direction', () => {
    const trail = played('abc');
    expect(names(trail)).toBe('start a b c');
    expect(stepAt(trail)).toMatchObject({ move: { notation: 'c', seat: 0 } });
    const other = extend(goTo(trail, 1), { position: position('x', 0), notation: 'x', seat: 1 });
    expect([names(other), other.at]).toEqual(['start a x', 2]);
    expect(names(trail)).toBe('start a b c');
  });

  it('is walked within its ends', () => {
    const trail = played('abc');
    expect([goTo(trail, -5).at, goTo(trail, 2).at, goTo(trail, 99).at]).toEqual([0, 2, 3]);
  });

  it('is taken back move by move, and against the house to the own turn', () => {
    expect(names(undo(played('abc'), null))).toBe('start a b');
    expect(names(undo(played('ab'), HOUSE))).toBe('start');
    expect(names(undo(played('abc', true), HOUSE))).toBe('start a b');
    expect(names(undo(played('a'), HOUSE))).toBe('start');
    expect(names(undo(played(''), HOUSE))).toBe('start');
    expect(names(undo(played('ab'), { strength: 'easy', human: 1 }))).toBe('start a');
  });

  it('is the house’s to go on with only at its end and on its turn', () => {
    expect(isHouseToMove(played('a'), HOUSE)).toBe(true);
    expect(isHouseToMove(played('a'), null)).toBe(false);
    expect(isHouseToMove(played('ab'), HOUSE)).toBe(false);
    expect(isHouseToMove(goTo(played('ab'), 1), HOUSE)).toBe(false);
    expect(isHouseToMove(played('a', true), HOUSE)).toBe(false);
  });
});
