import { describe, expect, test } from 'vitest';
import { play } from '@/components/match/testing/play';
import { type Viewer, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { catalogGames } from '@/lib/games';
import { seaBattle } from '@/lib/games/sea-battle';
import { checkedSquare, piecesAfter, piecesOf } from './chess_position';
import { flightsOf, HEIGHT, placesOf, seedIn, WIDTH } from './mancala_layout';
import { draw } from './testing/draw';
import { atRest, mancalaView } from './views';
import { standingOf, textOf } from './words';

const viewAfter = (gameId: string, moves: readonly unknown[]) => play(gameId, moves).snapshot.view;
const count = (text: string, part: RegExp) => [...text.matchAll(part)].length;

describe('boards', () => {
  test('every game of the catalog is drawn, small and large, and told in words', () => {
    for (const { id } of catalogGames()) {
      const { view, text } = play(id, []).snapshot;
      for (const mini of [false, true]) expect(draw(id, view, { mini, text })).toContain('aria-label="The board"');
      expect(standingOf(id, view), `${id} says who is ahead`).toBeTruthy();
      expect(textOf(id, view, null).split('\n').length).toBeGreaterThan(1);
    }
  });

  test('nobody is to move where a match was stopped, in the drawing and in words', () => {
    const awaits = /to (move|shoot|play|bet|come)\b|waiting for|must /i;
    let running = 0;
    for (const { id } of catalogGames()) {
      const { view, text } = play(id, []).snapshot;
      const told = (given: Record<string, unknown>) =>
        [draw(id, given, { text }), standingOf(id, given), textOf(id, given, null)].join('\n');
      if (awaits.test(told(view))) running++;
      expect(told(atRest(view, true)), id).not.toMatch(awaits);
      expect(told(atRest(view, false))).toBe(told(view));
    }
    expect(running).toBeGreaterThan(5);
  });

  test('every game can be acted on: buttons for all that is legal, one of them in the order of Tab', () => {
    for (const game of catalogGames()) {
      const { state } = game.setup({
        options: game.options.parse({}),
        seats: game.seats.min,
        rng: new Rng({ seed: '07'.repeat(32), drawn: 0 }),
      });
      const seat = game.actors(state)[0] ?? 0;
      const legalMoves = game.legalMoves(state, seat);
      const drawn = draw(game.id, game.view(state, whileRunning(seat)), {
        play: { legalMoves, onMove: () => {}, isSending: false },
      });
      expect(drawn, `${game.id} is a group`).toContain('role="group" aria-label="The board"');
      const buttons = [...drawn.matchAll(/<button[^>]*>/g)].map(([button]) => button);
      const enabled = buttons.filter((button) => !button.includes('aria-disabled="true"'));
      expect(enabled.length, `${game.id} has something to pick`).toBeGreaterThan(0);
      for (const button of buttons) expect(button).toMatch(/aria-label="[^"]+"/);
      expect(draw(game.id, game.view(state, whileRunning('spectator')))).not.toContain('<button');
    }
  });

  test('nothing can be picked while a move is on its way', () => {
    const drawn = draw('tic_tac_toe', viewAfter('tic_tac_toe', []), {
      play: { legalMoves: ['A1', 'B2'], onMove: () => {}, isSending: true },
    });
    expect(count(drawn, /<button/g)).toBe(9);
    expect(count(drawn, /<button[^>]*aria-disabled="true"/g)).toBe(9);
    expect(drawn).toContain('aria-busy="true"');
  });

  test('a game without a board of its own is shown in its own words', () => {
    expect(draw('backgammon', { anything: 1 }, { text: 'Black is on the bar.' })).toContain('Black is on the bar.');
    expect(standingOf('backgammon', {})).toBeNull();
  });

  test('tic-tac-toe draws the marks, the last move and the line that won', () => {
    const view = viewAfter('tic_tac_toe', ['A1', 'B1', 'A2', 'B2', 'A3']);
    const drawn = draw('tic_tac_toe', view);
    expect(count(drawn, /class="[^"]*cross/g)).toBe(3);
    expect(count(drawn, /class="[^"]*nought/g)).toBe(2);
    expect(count(drawn, /class="[^"]*win/g)).toBe(1);
    expect(standingOf('tic_tac_toe', view)).toBe('X has three in a row');
  });

  test('chess draws every piece where it stands, from either side', () => {
    const view = viewAfter('chess', ['e2e4', 'c7c5', 'g1f3']) as { fen: string };
    const pieces = piecesOf(view.fen);
    expect(pieces).toHaveLength(32);
    expect(pieces).toContainEqual({ id: 'Nf3', square: 'f3', letter: 'N' });
    const stands = (drawn: string, square: string) =>
      new RegExp(`translate\\((\\d+)px, (\\d+)px\\)" data-square="${square}"`).exec(drawn)?.slice(1).map(Number);
    for (const mini of [false, true]) {
      expect(count(draw('chess', view, { mini }), /data-piece="/g)).toBe(32);
      expect(stands(draw('chess', view, { mini }), 'a8')).toEqual([0, 0]);
      expect(stands(draw('chess', view, { mini, flipped: true }), 'h1')).toEqual([0, 0]);
    }
  });

  test('a chess piece keeps its identity while it moves, castles, takes and is promoted', () => {
    const before = piecesOf('r3k3/P3p3/8/8/8/8/8/4K2R w K - 0 1');
    const idOn = (pieces: typeof before, square: string) => pieces.find((piece) => piece.square === square)?.id;
    const castled = piecesAfter(before, 'r3k3/P3p3/8/8/8/8/8/5RK1 b - - 1 1');
    expect(idOn(castled, 'g1')).toBe(idOn(before, 'e1'));
    expect(idOn(castled, 'f1')).toBe(idOn(before, 'h1'));
    expect(idOn(castled, 'a8')).toBe(idOn(before, 'a8'));
    const promoted = piecesAfter(before, 'rQ2k3/4p3/8/8/8/8/8/4K2R b K - 0 1');
    expect(idOn(promoted, 'b8')).toBe(idOn(before, 'a7'));
    const taken = piecesAfter(promoted, '1Q2k3/4p3/8/8/8/8/8/r3K2R w K - 0 2');
    expect(idOn(taken, 'a1')).toBe(idOn(before, 'a8'));
    const anew = piecesAfter(taken, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    expect(new Set(anew.map((piece) => piece.id)).size).toBe(32);
  });

  test('chess marks a king in check and says who is ahead', () => {
    const view = viewAfter('chess', ['e2e4', 'f7f6', 'd1h5']) as unknown as Parameters<typeof checkedSquare>[0];
    expect(checkedSquare(view)).toBe('e8');
    expect(standingOf('chess', view)).toBe('Black is in check; material is even');
    expect(standingOf('chess', viewAfter('chess', ['e2e4', 'd7d5', 'e4d5']))).toBe('White is 1 pawn up at move 2');
  });

  test('even and odd hides a number until both are in, then shows both and the sum', () => {
    const half = draw('even_odd', viewAfter('even_odd', [{ number: 5 }]));
    expect(half).not.toMatch(/>5</);
    const whole = draw('even_odd', viewAfter('even_odd', [{ number: 5 }, { number: 4 }]));
    for (const number of [5, 4, 9]) expect(whole).toContain(`>${number}<`);
    expect(whole).toContain('odd');
  });

  test('mancala draws every seed, says what the last sowing did, and turns round', () => {
    const view = viewAfter('mancala', [{ pit: 3 }]);
    const drawn = draw('mancala', view);
    expect(count(drawn, /<circle class="[^"]*seed/g)).toBe(48);
    expect(count(drawn, /class="[^"]*sown/g)).toBe(4);
    expect(drawn).toContain('South moves again');
    expect(standingOf('mancala', view)).toBe('South leads 1–0, south to move again');
    const places = (flipped: boolean) => placesOf(mancalaView.parse(view), flipped);
    const [south] = places(false).filter(({ hole }) => hole === 'south3');
    const [turned] = places(true).filter(({ hole }) => hole === 'south3');
    expect([turned?.x, turned?.y]).toEqual([WIDTH - (south?.x ?? 0), HEIGHT - (south?.y ?? 0)]);
  });

  test('a seed of mancala stays where it lies when another comes, and no two lie in one place', () => {
    for (const pit of [1, null]) {
      const at = (index: number) => seedIn({ x: 100, y: 100, pit, side: 'south' }, index);
      const places = Array.from({ length: pit === null ? 48 : 20 }, (_, index) => at(index));
      const closest = places.flatMap((one, index) =>
        places.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      );
      expect(Math.min(...closest)).toBeGreaterThan(3);
    }
  });

  test('every seed of a mancala game that is sown flies from somewhere to where it lies', () => {
    let moves: { pit: number }[] = [];
    for (const pit of [6, 1, 2, 5, 1, 3, 4, 2]) {
      const legal = (viewAfter('mancala', moves) as { pits: Record<string, number[]>; turn: 'south' | 'north' }) ?? {};
      if ((legal.pits[legal.turn]?.[pit - 1] ?? 0) === 0) continue;
      moves = [...moves, { pit }];
      const view = mancalaView.parse(viewAfter('mancala', moves));
      const places = placesOf(view, false);
      const flights = flightsOf(view, places);
      const landed = [...flights.keys()].map((key) => key.split(':'));
      for (const [hole, index] of landed)
        expect(Number(index)).toBeLessThan(places.find((place) => place.hole === hole)?.seeds ?? 0);
      const taken = view.last_move?.captured ?? 0;
      expect(flights.size).toBe((view.last_move?.seeds ?? 0) + Math.max(0, taken - 1));
    }
    expect(moves.length).toBeGreaterThan(5);
  });

  test('sea battle shows the public both fogs, a seat its own fleet, and all who may see everything both', () => {
    const { state } = seaBattle.setup({ options: {}, seats: 2, rng: new Rng({ seed: '07'.repeat(32), drawn: 0 }) });
    const hulls = (viewer: Viewer) =>
      count(draw('sea_battle', seaBattle.view(state, whileRunning(viewer))), /class="[^"]*hull/g);
    expect([hulls('spectator'), hulls(0), hulls('omniscient')]).toEqual([0, 5, 10]);
    expect(standingOf('sea_battle', seaBattle.view(state, whileRunning('spectator')))).toBe(
      'Both fleets are afloat, west to shoot',
    );
  });

  test('sea battle outlines what is sunk and takes shots at the waters of the other side alone', () => {
    const { state } = seaBattle.setup({ options: {}, seats: 2, rng: new Rng({ seed: '07'.repeat(32), drawn: 0 }) });
    const boat = seaBattle.view(state, whileRunning('omniscient')).fleets.east.at(-1)?.cells ?? [];
    const view = viewAfter('sea_battle', [boat[0], 'A1', boat[1]]);
    const drawn = draw('sea_battle', view);
    expect(count(drawn, /class="[^"]*wreck/g)).toBe(1);
    expect(count(drawn, /class="[^"]*sunkCross/g)).toBe(2);
    expect(standingOf('sea_battle', view)).toBe('West has sunk 1 ship to 0, east to shoot');
    expect(textOf('sea_battle', view, null)).toContain('it sank a ship of 2');
    const acting = draw('sea_battle', seaBattle.view(state, whileRunning(1)), {
      play: { legalMoves: ['A1', 'B1'], onMove: () => {}, isSending: false },
    });
    expect(acting).toContain('Waters of east');
    expect(count(acting, /<button/g)).toBe(100);
    expect(count(acting, /aria-disabled="true"/g)).toBe(98);
  });
});
