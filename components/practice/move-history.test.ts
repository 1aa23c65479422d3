import { describe, expect, it } from 'vitest';
import type { PracticePosition } from '@/lib/games/practice';
import {
  appendMove,
  currentStep,
  goToStep,
  isBotToMove,
  type MoveHistory,
  type Opponent,
  startHistory,
  undoMove,
} from './move-history';

const position = (state: string, seat: number | null): PracticePosition => ({
  state,
  view: {},
  text: '',
  seat,
  legalMoves: [],
  outcome: null,
});

/** Players take turns; the game is over at the last position when `ends`. */
function played(moves: string, ends = false): MoveHistory {
  return [...moves].reduce(
    (history, name, index) => {
      const isLast = index === moves.length - 1;
      const seat = ends && isLast ? null : (index + 1) % 2;
      return appendMove(history, { position: position(name, seat), notation: name, seat: index % 2 });
    },
    startHistory(position('start', 0)),
  );
}

const BOT: Opponent = { strength: 'easy', human: 0 };
const names = ({ steps }: MoveHistory) => steps.map((step) => step.position.state).join(' ');

describe('the move history of a board', () => {
  it('appends moves, and from an earlier step drops the later ones', () => {
    const history = played('abc');
    expect(names(history)).toBe('start a b c');
    expect(currentStep(history)).toMatchObject({ move: { notation: 'c', seat: 0 } });
    const other = appendMove(goToStep(history, 1), { position: position('x', 0), notation: 'x', seat: 1 });
    expect([names(other), other.at]).toEqual(['start a x', 2]);
    expect(names(history)).toBe('start a b c');
  });

  it('clamps a step outside the history', () => {
    const history = played('abc');
    expect([goToStep(history, -5).at, goToStep(history, 2).at, goToStep(history, 99).at]).toEqual([0, 2, 3]);
  });

  it('takes back one move, and against a bot its answer too', () => {
    expect(names(undoMove(played('abc'), null))).toBe('start a b');
    expect(names(undoMove(played('ab'), BOT))).toBe('start');
    expect(names(undoMove(played('abc', true), BOT))).toBe('start a b');
    expect(names(undoMove(played('a'), BOT))).toBe('start');
    expect(names(undoMove(played(''), BOT))).toBe('start');
    expect(names(undoMove(played('ab'), { strength: 'easy', human: 1 }))).toBe('start a');
  });

  it('lets the bot move only on its turn and at the last step', () => {
    expect(isBotToMove(played('a'), BOT)).toBe(true);
    expect(isBotToMove(played('a'), null)).toBe(false);
    expect(isBotToMove(played('ab'), BOT)).toBe(false);
    expect(isBotToMove(goToStep(played('ab'), 1), BOT)).toBe(false);
    expect(isBotToMove(played('a', true), BOT)).toBe(false);
  });
});
