import { describe, expect, it } from 'vitest';
import type { AnyGame } from '@/lib/core/game';
import { ALL_GAMES } from '@/lib/games';
import { judgedGame } from './analysis';
import { JudgedLine, type LineMove } from './judged-line';
import { clearLeader, verdictOf } from './verdict';

/** Players take turns. */
const turns = (...moves: unknown[]): LineMove[] => moves.map((move, index) => ({ seat: index % 2, move }));

/** A line of a game, and how many positions were judged so far. */
function countedLine(gameId: string) {
  const judged = judgedGame(gameId);
  if (!judged) throw new Error(`${gameId} has no judge.`);
  let count = 0;
  const judge: NonNullable<AnyGame['judge']> = (state, nodes) => {
    count++;
    return judged.game.judge(state, nodes);
  };
  return { line: new JudgedLine({ ...judged, game: { ...judged.game, judge } }), counted: () => count };
}

describe('a line of moves that is judged while it is played', () => {
  it('says which move turned the game, and the better one', () => {
    const { line } = countedLine('tic_tac_toe');
    expect(line.judge(turns('A1', 'B1'))).toMatchObject({
      ply: 2,
      verdict: { leader: 0, degree: 'decided' },
      words: 'X wins in 3',
      move: { notation: 'O B1', grade: 'blunder', better: { move: 'B2', notation: 'O B2' }, turnedGame: true },
    });
    expect(line.judge(turns('A1', 'B2'))).toMatchObject({
      verdict: { leader: null, degree: 'decided' },
      move: { notation: 'O B2', grade: null, turnedGame: false },
    });
  });

  it('does not call a move a turn that loses a lost game', () => {
    const { line } = countedLine('tic_tac_toe');
    expect(line.judge(turns('A1', 'B1', 'A2', 'C1')).move).toMatchObject({ seat: 1, turnedGame: false });
  });

  it('judges each position once, and those after another move anew', () => {
    const { line, counted } = countedLine('tic_tac_toe');
    line.judge(turns('A1'));
    expect(counted()).toBe(2);
    line.judge(turns('A1', 'B2'));
    expect(counted()).toBe(3);
    line.judge(turns('A1'));
    line.judge(turns('A1', 'B2'));
    expect(counted()).toBe(3);
    line.judge(turns('B2', 'A1'));
    expect(counted()).toBe(5);
  });

  it('judges the initial position, and names an illegal move', () => {
    const { line } = countedLine('checkers');
    expect(line.judge([])).toMatchObject({ ply: 0, move: null });
    expect(() => line.judge(turns('g3h4', 'a1a2'))).toThrow(/^Move 2 is against the rules: /);
  }, 30_000);

  it('is possible in every game with a judge: no chance, no hidden information, default options', () => {
    for (const game of ALL_GAMES.filter(({ id }) => judgedGame(id))) {
      expect([game.id, game.information, game.chance, game.options.safeParse({}).success]).toEqual([
        game.id,
        'perfect',
        false,
        true,
      ]);
    }
  });
});

describe('the verdict on an advantage', () => {
  it.each([
    [0.11, false, null, 'even'],
    [-0.12, false, 1, 'slight'],
    [0.3, false, 0, 'clear'],
    [-0.6, false, 1, 'winning'],
    [1, true, 0, 'decided'],
    [0, true, null, 'decided'],
  ] as const)('of %d (proved: %s) names the leader %s and the degree %s', (advantage, exact, leader, degree) => {
    expect(verdictOf({ advantage, exact })).toEqual({ leader, degree });
  });

  it('has a clear leader only from a clear advantage on', () => {
    expect([0.2, 0.3, -0.7].map((advantage) => clearLeader({ advantage, exact: false }))).toEqual([null, 0, 1]);
  });
});
