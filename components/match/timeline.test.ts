import { describe, expect, test } from 'vitest';
import { playMatch, type RecordedMatch, TIME_RAN_OUT } from './testing/play';
import { addEvent, createTimeline, frameAt, latestSentence } from './timeline';
import type { MatchEvent } from './types';

const MOVES = ['A1', 'B1', 'A2', 'B2', 'A3'];

describe('the timeline of a match', () => {
  test('has a frame for each ply and a line for each move', () => {
    const { snapshot, events } = playMatch('tic_tac_toe', MOVES);
    const timeline = createTimeline(snapshot, events);
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
      MOVES.map((cell, index) => [index + 1, cell]),
    );
    expect(timeline.match).toMatchObject({ status: 'completed', outcome: { winner: 0, reason: 'line' }, ply: 5 });
    expect(frameAt(timeline, null).sentence).toBe('Player 0 (X) won with three in a row.');
    expect(timeline.lines.map(({ sentence }) => sentence).join()).not.toContain('won');
  });

  test('is the same for stored events and for events one by one', () => {
    const { snapshot, events, opening } = playMatch('tic_tac_toe', MOVES);
    const live = events.slice(opening.events.length).reduce(addEvent, createTimeline(opening.snapshot, opening.events));
    const replayed = createTimeline(snapshot, events);
    expect(live.frames).toEqual(replayed.frames);
    expect(live.lines).toEqual(replayed.lines);
    expect(live.match.outcome).toEqual(replayed.match.outcome);
  });

  test('ignores an event that it has already', () => {
    const { snapshot, events } = playMatch('tic_tac_toe', MOVES);
    const timeline = createTimeline(snapshot, events);
    expect(events.reduce(addEvent, timeline)).toBe(timeline);
  });

  test('shows a position for any ply', () => {
    const { snapshot, events } = playMatch('tic_tac_toe', MOVES);
    const timeline = createTimeline(snapshot, events);
    expect(frameAt(timeline, 2).sentence).toBe('Player 1 (O) played B1.');
    expect(frameAt(timeline, 99).ply).toBe(5);
    expect(frameAt(timeline, -1).ply).toBe(0);
  });

  test('shows the numbers of a round only when both are chosen', () => {
    const { snapshot, events } = playMatch('even_odd', [{ number: 3 }, { number: 4 }, { number: 2 }]);
    const timeline = createTimeline(snapshot, events);
    expect(timeline.lines.map((line) => line.sentence)).toEqual([
      'The match began: Player 0 against Player 1.',
      'Player 0 (ODD) chose a number.',
      'Player 1 (EVEN) chose a number.',
      'Round 1: 3 + 4 = 7, odd. ODD scores.',
      'Player 0 (ODD) chose a number.',
    ]);
    expect(frameAt(timeline, 1).view).toMatchObject({ committed: [true, false], numbers: [null, null] });
  });

  test('has the moves of checkers as players write them', () => {
    const { snapshot, events } = playMatch('checkers', ['c3d4', 'b6c5']);
    const { lines, frames } = createTimeline(snapshot, events);
    expect(lines.flatMap(({ notation }) => notation ?? [])).toEqual(['c3-d4', 'b6-c5']);
    expect(frames.at(-1)?.sentence).toBe('Player 1 (black) played b6-c5.');
  });

  test('has a frame for each move that the clock makes', () => {
    const { snapshot, events } = playMatch('blackjack', [TIME_RAN_OUT, TIME_RAN_OUT, TIME_RAN_OUT]);
    const { frames, lines } = createTimeline(snapshot, events);
    expect(frames.map(({ ply }) => ply)).toEqual([0, 1, 2, 3]);
    const late = lines.filter(({ sentence }) => sentence.includes('ran out of time'));
    expect(late.map(({ ply }) => ply)).toEqual([1, 2, 3]);
  });

  test('keeps only the fields that the board draws', () => {
    const { snapshot, events } = playMatch('chess', ['e2e4', 'e7e5']);
    const { frames } = createTimeline(snapshot, events);
    expect(frames).toHaveLength(3);
    expect(frames.every((frame) => !('moves' in frame.view) && frame.text === null)).toBe(true);
  });

  test('shows new ratings with the players', () => {
    const { snapshot, events }: RecordedMatch = playMatch('tic_tac_toe', MOVES);
    const rated = addEvent(createTimeline(snapshot, events), {
      id: 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
      type: 'ratings_changed',
      at: '2026-01-01T00:01:00.000Z',
      data: { players: [{ seat: 0, elo_before: 1200, elo_after: 1216 }] },
    });
    expect(rated.match.players.map((player) => player.elo_after)).toEqual([1216, null]);
  });

  test('adds neither a frame nor a line for a rematch offer', () => {
    const { snapshot, events }: RecordedMatch = playMatch('tic_tac_toe', MOVES);
    const before = createTimeline(snapshot, events);
    const after = addEvent(before, {
      id: 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
      type: 'rematch_offered',
      at: '2026-01-01T00:01:00.000Z',
      data: { game_session_id: 'next', seat: 1, display_name: 'Grace' },
    });
    expect(after.match.rematch).toEqual({ game_session_id: 'next', seat: 1, display_name: 'Grace' });
    expect([after.frames, after.lines]).toEqual([before.frames, before.lines]);
  });

  describe('with events that carry no view', () => {
    const speech = (id: string, says: string): MatchEvent => ({
      id,
      type: 'message_sent',
      at: '2026-01-01T00:00:30.000Z',
      data: { seat: 0, says },
    });
    const atTheEnd = (text: string) => speech(`ZZZZZZZZZZZZZZZZZZZZZZZZZ${text}`, text);

    test('adds a line and no frame, and keeps the position, clock and own seat as they are', () => {
      const { snapshot, events } = playMatch('tic_tac_toe', ['A1', 'B1']);
      const before = createTimeline(snapshot, events);
      const after = addEvent(before, atTheEnd('1'));
      expect(after.frames).toEqual(before.frames);
      expect(after.match).toEqual({ ...before.match, moved_at: after.lines.at(-1)?.at });
      expect(after.changedBy).toBe(before.changedBy);
      expect(after.lines.at(-1)).toMatchObject({ ply: 2, notation: null, sentence: '1' });
      expect(after.cursor > before.cursor).toBe(true);
    });

    test('shows the last messages until the position changes', () => {
      const { events, opening } = playMatch('tic_tac_toe', ['A1']);
      const [move] = events.slice(opening.events.length) as [MatchEvent];
      const begun = createTimeline(opening.snapshot, opening.events);
      const afterMessages = ['1', '2', '3', '4'].reduce((timeline, text) => addEvent(timeline, atTheEnd(text)), begun);
      expect(latestSentence(afterMessages)).toBe('2 3 4');
      const moved = addEvent(afterMessages, { ...move, id: 'ZZZZZZZZZZZZZZZZZZZZZZZZZ5' });
      expect(latestSentence(moved)).toBe('3 4 Player 0 (X) played A1.');
      expect(moved.changedBy).toBe('ZZZZZZZZZZZZZZZZZZZZZZZZZ5');
    });

    test('ends a match whose last event has no view', () => {
      const { snapshot, events } = playMatch('tic_tac_toe', MOVES);
      const bare = events.map((event) =>
        event.type === 'match_ended' ? { ...event, data: { ...event.data, view: undefined, ply: undefined } } : event,
      );
      const { match, changedBy } = createTimeline({ ...snapshot, status: 'active', outcome: null }, bare);
      expect(match).toMatchObject({ status: 'completed', outcome: { winner: 0 } });
      expect(changedBy).toBe(events.at(-1)?.id);
    });

    test('replays a long conversation with as many lines as messages and one frame', () => {
      const { snapshot, events } = playMatch('tic_tac_toe', []);
      const messages = Array.from({ length: 500 }, (_, index) =>
        speech(`ZZZZZZZZZZZZZZZZZZZZZZZ${String(index).padStart(3, '0')}`, `message ${index}`),
      );
      const timeline = createTimeline(snapshot, [...events, ...messages]);
      expect(timeline.frames).toHaveLength(1);
      expect(timeline.lines.slice(-500).every(({ ply }) => ply === 0)).toBe(true);
      expect(latestSentence(timeline)).toBe('message 497 message 498 message 499');
    });
  });
});
