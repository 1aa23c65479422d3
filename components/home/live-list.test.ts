import { describe, expect, test } from 'vitest';
import type { LiveMatch } from '@/lib/domain/matches';
import type { WatchedEvent } from '@/lib/domain/streams';

import {
  applyLiveEvent,
  applySnapshot,
  createWall,
  FINISHED_MATCH_SHOWN_MS,
  removeFinished,
  type Wall,
} from './live-list';

const match = (id: string, gameType = 'tic_tac_toe'): LiveMatch => ({
  match_id: id,
  experience_id: 'x',
  game_type: gameType,
  title: gameType,
  about: '',
  kind: 'exhibition',
  status: 'active',
  rated: false,
  unrated: null,
  players: [],
  view: { board: ['...', '...', '...'] },
  text: '',
  clock: { seats_to_move: [0], deadline_at: null, limit_ms: null, server_time: '2026-01-01T00:00:00.000Z' },
  ply: 0,
  outcome: null,
  end_reason: null,
  seed_commitment: '',
  seed: null,
  omniscient_delay_s: 0,
  started_at: '2026-01-01T00:00:00.000Z',
  moved_at: '2026-01-01T00:00:00.000Z',
  is_decided: false,
  is_quick: false,
  rivalry: null,
  commentary: null,
  ended_at: null,
});

let ids = 0;
const event = (type: string, data: Record<string, unknown>): WatchedEvent => ({
  stream: 'live',
  id: String(++ids),
  seq: ids,
  type,
  at: '2026-01-01T00:01:00.000Z',
  data,
});
const ended = (id: string) => [
  event('match_moved', { match_id: id, status: 'completed', view: { board: ['XXX', '...', '...'] }, ply: 5 }),
  event('match_left', { match_id: id, status: 'completed' }),
];
const follow = (wall: Wall, events: WatchedEvent[]) =>
  events.reduce((now, one) => applyLiveEvent(now, one, 1_000), wall);
const matchIds = (wall: Wall) => wall.cards.map((card) => card.match.match_id);

describe('the wall of live matches', () => {
  test('shows a move in the place of its match', () => {
    const wall = follow(createWall([match('a'), match('b')], []), [
      event('match_moved', { match_id: 'b', status: 'active', ply: 3, view: { board: ['X..', '...', '...'] } }),
    ]);
    expect(matchIds(wall)).toEqual(['a', 'b']);
    expect(wall.cards[1]?.match).toMatchObject({ ply: 3, view: { board: ['X..', '...', '...'] } });
  });

  test('keeps a finished match for a moment and adds its result once', () => {
    const wall = follow(createWall([match('a')], [match('old')]), [...ended('a'), ...ended('a')]);
    expect(matchIds(wall)).toEqual(['a']);
    expect(wall.recent.map((one) => one.match_id)).toEqual(['a', 'old']);
    expect(matchIds(removeFinished(wall, 1_000 + FINISHED_MATCH_SHOWN_MS - 1))).toEqual(['a']);
    expect(matchIds(removeFinished(wall, 1_000 + FINISHED_MATCH_SHOWN_MS))).toEqual([]);
  });

  test('gives the place of a finished match to the next one, if possible of the same game', () => {
    const begun = createWall([match('a', 'chess'), match('b'), match('c', 'even_odd')], []);
    const wall = follow(begun, [
      ...ended('a'),
      ...ended('b'),
      event('match_listed', { match: match('d') }),
      event('match_listed', { match: match('e', 'go') }),
      event('match_listed', { match: match('f', 'chess') }),
    ]);
    expect(matchIds(wall)).toEqual(['e', 'd', 'c', 'f']);
  });

  test('after a reconnection keeps places and results and drops matches that ended meanwhile', () => {
    const before = follow(createWall([match('a', 'chess'), match('b'), match('c', 'even_odd'), match('d', 'go')], []), [
      ...ended('c'),
    ]);
    const after = applySnapshot(before, [match('e'), { ...match('a', 'chess'), ply: 9 }], 2_000);
    expect(matchIds(after)).toEqual(['a', 'e', 'c']);
    expect(after.cards[0]?.match.ply).toBe(9);
    expect(matchIds(removeFinished(after, 1_000 + FINISHED_MATCH_SHOWN_MS))).toEqual(['a', 'e']);
  });

  test('a match that is listed again is not shown twice', () => {
    const wall = follow(createWall([match('a')], []), [event('match_listed', { match: { ...match('a'), ply: 7 } })]);
    expect(wall.cards.map((card) => card.match.ply)).toEqual([7]);
  });
});
