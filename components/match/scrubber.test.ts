import { describe, expect, test } from 'vitest';
import { clampPly, FOLLOWING_NEWEST, type ScrubAction, type ScrubState, scrub } from './scrubber';

const PLIES = [0, 1, 2, 3, 4];
const walk = (actions: ScrubAction['type'][], from: ScrubState = FOLLOWING_NEWEST, plies = PLIES) =>
  actions.reduce((state, type) => scrub(state, { type } as ScrubAction, plies), from);

describe('the replay of a match', () => {
  test('goes back from the newest ply and forward to it again', () => {
    expect(walk(['back']).ply).toBe(3);
    expect(walk(['back', 'back', 'forward']).ply).toBe(3);
    expect(walk(['back', 'forward'])).toEqual(FOLLOWING_NEWEST);
  });

  test('clamps the ply to the match', () => {
    expect(walk(['first', 'back']).ply).toBe(0);
    expect(walk(['forward'])).toEqual(FOLLOWING_NEWEST);
    expect(scrub(FOLLOWING_NEWEST, { type: 'go', ply: 99 }, PLIES)).toEqual(FOLLOWING_NEWEST);
    expect(scrub(FOLLOWING_NEWEST, { type: 'go', ply: -3 }, PLIES).ply).toBe(0);
    expect(walk(['first', 'back', 'forward', 'toggle', 'tick', 'newest'], FOLLOWING_NEWEST, [0])).toEqual(
      FOLLOWING_NEWEST,
    );
  });

  test('what an address asks for clamps the ply to the match', () => {
    expect(clampPly(null, PLIES)).toBeNull();
    expect(clampPly(99_999, PLIES)).toBeNull();
    expect(clampPly(-1, PLIES)).toBe(0);
    expect(clampPly(3, PLIES)).toBe(3);
    expect(clampPly(4, [0, 2, 5])).toBe(2);
  });

  test('shows the previous position for a ply without one', () => {
    expect(scrub(FOLLOWING_NEWEST, { type: 'go', ply: 4 }, [0, 2, 5, 8]).ply).toBe(2);
    expect(walk(['back'], { ply: 4, playing: false }, [0, 2, 5, 8]).ply).toBe(0);
  });

  test('plays to the end and then follows the match', () => {
    const playing = walk(['first', 'forward', 'toggle']);
    expect(playing).toEqual({ ply: 1, playing: true });
    expect(walk(['tick', 'tick'], playing)).toEqual({ ply: 3, playing: true });
    expect(walk(['tick', 'tick', 'tick'], playing)).toEqual(FOLLOWING_NEWEST);
  });

  test('starts playback from the first ply when the newest is shown', () => {
    expect(walk(['toggle'])).toEqual({ ply: 0, playing: true });
  });

  test('pauses on any other action and on a second press', () => {
    for (const action of ['back', 'forward', 'first', 'toggle'] as const) {
      expect(walk([action], { ply: 2, playing: true }).playing).toBe(false);
    }
    expect(walk(['tick'], { ply: 2, playing: false }).ply).toBe(2);
  });

  test('keeps an old position when a move is played', () => {
    expect(scrub({ ply: 4, playing: false }, { type: 'forward' }, [...PLIES, 5, 6]).ply).toBe(5);
  });
});
