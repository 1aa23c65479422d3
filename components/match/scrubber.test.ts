import { describe, expect, test } from 'vitest';
import { clampPly, FOLLOWING, type Scrub, type ScrubAction, scrub } from './scrubber';

const PLIES = [0, 1, 2, 3, 4];
const walk = (actions: ScrubAction['type'][], from: Scrub = FOLLOWING, plies = PLIES) =>
  actions.reduce((state, type) => scrub(state, { type } as ScrubAction, plies), from);

describe('walking through a match', () => {
  test('goes back from the newest and forward to it again', () => {
    expect(walk(['back']).ply).toBe(3);
    expect(walk(['back', 'back', 'forward']).ply).toBe(3);
    expect(walk(['back', 'forward'])).toEqual(FOLLOWING);
  });

  test('stays within the match', () => {
    expect(walk(['first', 'back']).ply).toBe(0);
    expect(walk(['forward'])).toEqual(FOLLOWING);
    expect(scrub(FOLLOWING, { type: 'go', ply: 99 }, PLIES)).toEqual(FOLLOWING);
    expect(scrub(FOLLOWING, { type: 'go', ply: -3 }, PLIES).ply).toBe(0);
    expect(walk(['first', 'back', 'forward', 'toggle', 'tick', 'newest'], FOLLOWING, [0])).toEqual(FOLLOWING);
  });

  test('what an address asks for stays within the match', () => {
    expect(clampPly(null, PLIES)).toBeNull();
    expect(clampPly(99_999, PLIES)).toBeNull();
    expect(clampPly(-1, PLIES)).toBe(0);
    expect(clampPly(3, PLIES)).toBe(3);
    expect(clampPly(4, [0, 2, 5])).toBe(2);
  });

  test('a ply that has no position of its own shows the one before', () => {
    expect(scrub(FOLLOWING, { type: 'go', ply: 4 }, [0, 2, 5, 8]).ply).toBe(2);
    expect(walk(['back'], { ply: 4, playing: false }, [0, 2, 5, 8]).ply).toBe(0);
  });

  test('plays from here to the end and then follows', () => {
    const playing = walk(['first', 'forward', 'toggle']);
    expect(playing).toEqual({ ply: 1, playing: true });
    expect(walk(['tick', 'tick'], playing)).toEqual({ ply: 3, playing: true });
    expect(walk(['tick', 'tick', 'tick'], playing)).toEqual(FOLLOWING);
  });

  test('playing from the newest begins at the start', () => {
    expect(walk(['toggle'])).toEqual({ ply: 0, playing: true });
  });

  test('any step by hand, and a second press, pause', () => {
    for (const action of ['back', 'forward', 'first', 'toggle'] as const) {
      expect(walk([action], { ply: 2, playing: true }).playing).toBe(false);
    }
    expect(walk(['tick'], { ply: 2, playing: false }).ply).toBe(2);
  });

  test('who looks at an old position stays there when a move is played', () => {
    expect(scrub({ ply: 4, playing: false }, { type: 'forward' }, [...PLIES, 5, 6]).ply).toBe(5);
  });
});
