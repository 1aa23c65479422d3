import { describe, expect, test } from 'vitest';
import { playMatch, viewAfter } from '@/components/match/testing/play';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import { describePosition, describeStanding } from './describe';
import { countMatches, draw } from './testing/draw';
import { asFinished } from './view';

describe('boards', () => {
  test('every game of the catalog is drawn, small and large, and described as text', async () => {
    for (const { id } of ALL_GAMES) {
      const { view, text } = playMatch(id, []).snapshot;
      for (const mini of [false, true])
        expect(await draw(id, view, { mini, text })).toContain('aria-label="The board"');
      expect(describeStanding(id, view), `${id} says who is ahead`).toBeTruthy();
      expect(describePosition(id, view, null).split('\n').length).toBeGreaterThan(1);
    }
  });

  test('no side is to move in a match that was stopped, on the board and as text', async () => {
    const awaits = /to (move|shoot|play|bet|come)\b|waiting for|must /i;
    let running = 0;
    for (const { id } of ALL_GAMES) {
      const { view, text } = playMatch(id, []).snapshot;
      const allText = async (given: Record<string, unknown>) =>
        [await draw(id, given, { text }), describeStanding(id, given), describePosition(id, given, null)].join('\n');
      if (awaits.test(await allText(view))) running++;
      expect(await allText(asFinished(view, true)), id).not.toMatch(awaits);
      expect(await allText(asFinished(view, false))).toBe(await allText(view));
    }
    expect(running).toBeGreaterThan(5);
  });

  test('every game can be played with buttons that have labels', async () => {
    for (const game of ALL_GAMES) {
      const { state } = game.setup({
        options: game.options.parse({}),
        seats: game.seats.min,
        rng: new Rng({ seed: '07'.repeat(32), drawn: 0 }),
      });
      const seat = game.actors(state)[0] ?? 0;
      const legalMoves = game.legalMoves(state, seat);
      const drawn = await draw(game.id, game.view(state, whileRunning(seat)), {
        play: { legalMoves, onMove: () => {}, isSending: false },
      });
      expect(drawn, `${game.id} is a group`).toContain('role="group" aria-label="The board"');
      const buttons = [...drawn.matchAll(/<button[^>]*>/g)].map(([button]) => button);
      const enabled = buttons.filter((button) => !button.includes('aria-disabled="true"'));
      expect(enabled.length, `${game.id} has something to pick`).toBeGreaterThan(0);
      for (const button of buttons) expect(button).toMatch(/aria-label="[^"]+"/);
      expect(await draw(game.id, game.view(state, whileRunning('spectator')))).not.toContain('<button');
    }
  });

  test('no button can be pressed while a move is being sent', async () => {
    const drawn = await draw('tic_tac_toe', viewAfter('tic_tac_toe', []), {
      play: { legalMoves: ['A1', 'B2'], onMove: () => {}, isSending: true },
    });
    expect(countMatches(drawn, /<button/g)).toBe(9);
    expect(countMatches(drawn, /<button[^>]*aria-disabled="true"/g)).toBe(9);
    expect(drawn).toContain('aria-busy="true"');
  });

  test('a game without a board is shown as the text of the game', async () => {
    expect(await draw('backgammon', { anything: 1 }, { text: 'Black is on the bar.' })).toContain(
      'Black is on the bar.',
    );
    expect(describeStanding('backgammon', {})).toBeNull();
  });
});
