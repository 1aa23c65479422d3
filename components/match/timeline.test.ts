import { describe, expect, test } from 'vitest';
import { type Chapter, play } from './testing/play';
import { advance, beginTimeline, frameAt } from './timeline';

const MOVES = ['A1', 'B1', 'A2', 'B2', 'A3'];

describe('the timeline of a match', () => {
  test('holds a frame for every ply and a line for every move', () => {
    const { snapshot, events } = play('tic_tac_toe', MOVES);
    const timeline = beginTimeline(snapshot, events);
    expect(timeline.frames.map((frame) => frame.ply)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(timeline.frames.map((frame) => (frame.view as { board: string[] }).board.join(''))).toEqual([
      '.........',
      'X........',
      'XO.......',
      'XO.X.....',
      'XO.XO....',
      'XO.XO.X..',
    ]);
    expect(timeline.lines.flatMap((line) => (line.notation ? [[line.ply, line.notation]] : []))).toEqual(
      MOVES.map((cell, index) => [index + 1, `${index % 2 ? 'O' : 'X'} ${cell}`]),
    );
    expect(timeline.match).toMatchObject({ status: 'completed', outcome: { winner: 0, reason: 'line' }, ply: 5 });
    expect(frameAt(timeline, null).sentence).toBe('Player 0 (X) won with three in a row.');
  });

  test('is the same whether the events were stored or come one by one', () => {
    const { snapshot, events, opening } = play('tic_tac_toe', MOVES);
    const live = events.slice(opening.events.length).reduce(advance, beginTimeline(opening.snapshot, opening.events));
    const replayed = beginTimeline(snapshot, events);
    expect(live.frames).toEqual(replayed.frames);
    expect(live.lines).toEqual(replayed.lines);
    expect(live.match.outcome).toEqual(replayed.match.outcome);
  });

  test('takes each event once, however often it comes', () => {
    const { snapshot, events } = play('tic_tac_toe', MOVES);
    const timeline = beginTimeline(snapshot, events);
    expect(events.reduce(advance, timeline)).toBe(timeline);
  });

  test('shows a position for any ply', () => {
    const { snapshot, events } = play('tic_tac_toe', MOVES);
    const timeline = beginTimeline(snapshot, events);
    expect(frameAt(timeline, 2).sentence).toBe('Player 1 (O) played O B1.');
    expect(frameAt(timeline, 99).ply).toBe(5);
    expect(frameAt(timeline, -1).ply).toBe(0);
  });

  test('tells a round of secret numbers only when both are in', () => {
    const { snapshot, events } = play('even_odd', [{ number: 3 }, { number: 4 }, { number: 2 }]);
    const timeline = beginTimeline(snapshot, events);
    expect(timeline.lines.map((line) => line.sentence)).toEqual([
      'The match began: Player 0 against Player 1.',
      'Player 0 (ODD) chose a number.',
      'Player 1 (EVEN) chose a number.',
      'Round 1: 3 + 4 = 7, odd. ODD scores.',
      'Player 0 (ODD) chose a number.',
    ]);
    expect(frameAt(timeline, 1).view).toMatchObject({ committed: [true, false], numbers: [null, null] });
  });

  test('keeps only what the board draws', () => {
    const { snapshot, events } = play('chess', ['e2e4', 'e7e5']);
    const { frames } = beginTimeline(snapshot, events);
    expect(frames).toHaveLength(3);
    expect(frames.every((frame) => !('moves' in frame.view) && frame.text === null)).toBe(true);
  });

  test('ratings that follow the end are shown with the players', () => {
    const { snapshot, events }: Chapter = play('tic_tac_toe', MOVES);
    const rated = advance(beginTimeline(snapshot, events), {
      id: 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
      type: 'ratings_changed',
      at: '2026-01-01T00:01:00.000Z',
      data: { players: [{ seat: 0, elo_before: 1200, elo_after: 1216 }] },
    });
    expect(rated.match.players.map((player) => player.elo_after)).toEqual([1216, null]);
  });

  test('a rematch that is offered after the end changes no position and is no line of the record', () => {
    const { snapshot, events }: Chapter = play('tic_tac_toe', MOVES);
    const before = beginTimeline(snapshot, events);
    const after = advance(before, {
      id: 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
      type: 'rematch_offered',
      at: '2026-01-01T00:01:00.000Z',
      data: { game_session_id: 'next', seat: 1, display_name: 'Grace' },
    });
    expect(after.match.rematch).toEqual({ game_session_id: 'next', seat: 1, display_name: 'Grace' });
    expect([after.frames, after.lines]).toEqual([before.frames, before.lines]);
  });
});
