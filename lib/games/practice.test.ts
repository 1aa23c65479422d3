import { describe, expect, it } from 'vitest';
import { ALL_GAMES, gameById } from '@/lib/games';
import type { PracticeMove, PracticePosition } from '@/lib/games/practice';
import {
  boardGames,
  judgePosition,
  openPosition,
  playBotMove,
  playPracticeMove,
  whyNoBoard,
} from '@/lib/games/practice';

function opened(gameId: string, text: string | null): PracticePosition {
  const found = openPosition(gameId, text);
  if (!found.ok) throw new Error(found.reason);
  return found.value;
}

function moved(played: ReturnType<typeof playPracticeMove>): PracticeMove {
  if (!played.ok) throw new Error(played.reason);
  return played.value;
}

describe('an unrated board', () => {
  it('is available for exactly the games without hidden information and chance', () => {
    for (const game of boardGames()) {
      expect(game.information).toBe('perfect');
      expect(game.chance).toBe(false);
      expect(game.seats).toMatchObject({ min: 2, max: 2 });
    }
    expect(boardGames().map(({ id }) => id)).toEqual(expect.arrayContaining(['tic_tac_toe', 'chess']));
    for (const game of ALL_GAMES.filter((one) => !boardGames().includes(one))) {
      expect(whyNoBoard(game)).toMatch(/^[A-Z].*\.$/);
      expect(openPosition(game.id, null)).toEqual({ ok: false, reason: whyNoBoard(game) });
    }
    expect(openPosition('masquerade', null)).toMatchObject({ ok: false });
    expect(openPosition('constructor', null)).toMatchObject({ ok: false });
  });

  it.each(boardGames().map((game) => [game.id]))(
    'of %s can be played to the end from its encoded positions',
    (id) => {
      let position = opened(id, null);
      for (let ply = 0; ply < 600 && position.seat !== null; ply++) {
        expect(position.outcome).toBeNull();
        const move = position.legalMoves[(ply * 7) % position.legalMoves.length];
        const { position: next, notation, seat } = moved(playPracticeMove(id, position.state, move));
        expect(notation).toMatch(/\S/);
        expect(seat).toBe(position.seat);
        if (ply % 9 === 0) expect(opened(id, next.state)).toEqual(next);
        position = next;
        if (id === 'chess' && ply > 60) break;
      }
      if (position.seat === null) {
        expect(position.outcome).not.toBeNull();
        expect(playPracticeMove(id, position.state, 'anything')).toMatchObject({
          ok: false,
          reason: expect.stringMatching(/\w/),
        });
        expect(playBotMove(id, position.state, 'easy', '00')).toMatchObject({ ok: false });
      }
    },
    60_000,
  );

  it.each(boardGames().map((game) => [game.id]))('of %s refuses an invalid position with a reason', (id) => {
    const hostile = [
      '',
      ' ',
      'nonsense',
      '{}',
      '<script>',
      'x'.repeat(20_000),
      '8/8/8/8/8/8/8/8 w - - 0 1',
      '\0',
      '../../..',
    ];
    for (const text of hostile) {
      const found = openPosition(id, text);
      expect(found, text.slice(0, 20)).toMatchObject({ ok: false, reason: expect.stringMatching(/\w+/) });
    }
  });

  it('accepts a position set up by hand', () => {
    const ending = opened('chess', '8/8/8/3k4/8/8/8/R3K3 w - - 0 1');
    expect(ending.seat).toBe(0);
    expect(moved(playPracticeMove('chess', ending.state, 'Ra5')).notation).toBe('Ra5+');
    expect(playPracticeMove('chess', ending.state, 'Qa5')).toMatchObject({
      ok: false,
      reason: expect.stringContaining('Qa5'),
    });
    expect(playPracticeMove('chess', ending.state, { nothing: 1 })).toMatchObject({ ok: false });
  });

  it('lets the house bot play at every strength, with the same move from the same seed', () => {
    for (const { id } of boardGames()) {
      const { state } = opened(id, null);
      for (const strength of ['easy', 'medium'] as const) {
        const first = moved(playBotMove(id, state, strength, '0a'));
        expect(moved(playBotMove(id, state, strength, '0a'))).toEqual(first);
        expect(first.position.seat).not.toBeNull();
      }
    }
  }, 60_000);

  it('judges a position and writes the best moves as players do', () => {
    expect(judgePosition('tic_tac_toe', opened('tic_tac_toe', null).state)).toMatchObject({
      ok: true,
      value: { advantage: 0, exact: true, words: 'drawn with best play' },
    });
    const mate = judgePosition('chess', '6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1');
    expect(mate).toMatchObject({ ok: true, value: { exact: true, words: 'white mates in 1' } });
    if (mate.ok) expect(mate.value.best[0]?.notation).toMatch(/^R[de]8#$/);
    expect(judgePosition('even_odd', 'x')).toMatchObject({ ok: false });
    expect(gameById('even_odd')?.judge).toBeUndefined();
  });
});
