import { describe, expect, it } from 'vitest';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import { playMatch } from './testing/play';
import { createTimeline } from './timeline';
import { movesTo, nextPlyToJudge } from './use-judge';

const judged = (...plies: number[]) => new Map(plies.map((ply) => [ply, {} as PlyAnalysis]));

describe('the positions that a page judges', () => {
  it('have the moves of the events that led to them', () => {
    const { snapshot, events } = playMatch('checkers', ['g3h4', 'b6a5', 'e3f4']);
    const { lines } = createTimeline(snapshot, events);
    expect(movesTo(lines, 0)).toEqual([]);
    expect(movesTo(lines, 2)).toEqual([
      { seat: 0, move: 'g3h4' },
      { seat: 1, move: 'b6a5' },
    ]);
    expect(movesTo(lines, 3)).toHaveLength(3);
  });

  it('are not judged while an earlier move is not known', () => {
    const { snapshot, events } = playMatch('checkers', ['g3h4', 'b6a5', 'e3f4']);
    const { lines } = createTimeline(snapshot, events.slice(2));
    expect(movesTo(lines, 3)).toBeNull();
  });

  it('are the shown one, then those that followed since the viewer came, the newest first', () => {
    expect(nextPlyToJudge(judged(), 8, 9)).toBe(8);
    expect(nextPlyToJudge(judged(8), 8, 8)).toBeNull();
    expect(nextPlyToJudge(judged(8), 11, 11)).toBe(11);
    expect(nextPlyToJudge(judged(8, 11), 11, 11)).toBe(10);
    expect(nextPlyToJudge(judged(8, 10, 11), 11, 11)).toBe(9);
    expect(nextPlyToJudge(judged(8, 9, 10, 11), 11, 11)).toBeNull();
  });
});
