import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import type { Analysis } from '@/lib/games/review/analysis';
import { playAtRandom } from '@/lib/games/testing/play';
import { findMoments, findNextMoment } from './moments';
import { playMatch } from './testing/play';
import { createTimeline, type Frame, type Timeline } from './timeline';

function timelineOf(gameId: string, moves: unknown[]) {
  const { snapshot, events } = playMatch(gameId, moves);
  return createTimeline(snapshot, events);
}

interface Table {
  dealer: { state: string };
  seats: { name: string; hands: { state: string }[] }[];
}

/** A real table after the deal, with the fields changed that key moments depend on. */
function blackjackTable() {
  const game = gameById('blackjack');
  if (!game) throw new Error('blackjack is not registered');
  const { steps } = playAtRandom(game, '07'.repeat(32), new Rng({ seed: '0a'.repeat(32), drawn: 0 }));
  const views = steps.map(({ after }) => game.view(after, whileRunning('spectator')) as Table);
  const dealt = views.find(({ seats }) => seats.some(({ hands }) => hands.length > 0));
  if (!dealt) throw new Error('No cards were dealt.');
  const [name = ''] = dealt.seats.filter(({ hands }) => hands.length > 0).map((seat) => seat.name);
  const view = (dealer: string, state: string): Table => ({
    ...dealt,
    dealer: { ...dealt.dealer, state: dealer },
    seats: dealt.seats.map((seat) => ({
      ...seat,
      hands: seat.hands.map((hand) => ({ ...hand, state: seat.name === name ? state : 'stand' })),
    })),
  });
  const timeline = (first: object, second: object): Timeline => {
    const { snapshot, events } = playMatch('tic_tac_toe', ['A1']);
    const begun = createTimeline(snapshot, events);
    const frames = [first, second].map((one, ply) => ({ ...(begun.frames[ply] as Frame), view: one as Frame['view'] }));
    return { ...begun, match: { ...begun.match, game_type: 'blackjack' }, frames };
  };
  return {
    name,
    timeline,
    before: view('waiting', 'active'),
    dealerBusts: view('bust', 'stand'),
    blackjack: view('waiting', 'blackjack'),
  };
}

const words = (gameId: string, moves: unknown[]) =>
  findMoments(timelineOf(gameId, moves), null).map((moment) => [moment.ply, moment.description]);

describe('the key moments of a match', () => {
  it('include captured pieces, checks, promotions and the mate of chess', () => {
    expect(words('chess', ['e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Qxg2', 'Bxg2'])).toEqual([[7, 'White takes a queen']]);
    expect(words('chess', ['f3', 'e5', 'g4', 'Qh4#'])).toEqual([[4, 'Black mates']]);
    expect(words('chess', ['e4', 'e5', 'Qh5', 'Nc6', 'Qxf7+'])).toEqual([[5, 'White gives check']]);
    expect(words('chess', ['Nc3', 'e5', 'Nd5', 'e4', 'Nxc7+', 'Qxc7'])).toEqual([
      [5, 'White gives check'],
      [6, 'Black takes a knight'],
    ]);
    expect(words('chess', 'a4 b5 axb5 a6 bxa6 Bb7 a7 Bc6 axb8=Q'.split(' '))).toEqual([[9, 'White promotes a pawn']]);
  });

  it('include deciding and scoring moves of other games', () => {
    expect(words('tic_tac_toe', ['A1', 'B1', 'A2', 'B2', 'A3'])).toEqual([[5, 'X completes a line']]);
    expect(
      words(
        'four_in_a_row',
        [1, 2, 1, 2, 1, 2, 1].map((column) => ({ column })),
      ),
    ).toEqual([[7, 'Red completes a line of four']]);
    expect(words('mancala', [{ pit: 5 }, { pit: 1 }, { pit: 1 }])).toEqual([[3, 'South captures 7 seeds']]);
    expect(words('checkers', ['g3h4', 'b6a5', 'e3f4', 'f6g5', 'h4f6', 'e7g5e3'])).toEqual([
      [6, 'Black captures 2 pieces in one move'],
    ]);
    expect(words('even_odd', [{ number: 3 }, { number: 4 }]).map(([, text]) => text)).toEqual(['ODD scores, 1–0']);
  });

  it('include the sunk ships of sea battle', () => {
    const game = gameById('sea_battle');
    if (!game) throw new Error('sea_battle is not registered');
    const played = playAtRandom(game, '07'.repeat(32), new Rng({ seed: '0a'.repeat(32), drawn: 0 }));
    const moves = played.steps.map(({ input }) => input.move);
    const found = words('sea_battle', moves).map(([, text]) => text);
    expect(found.length).toBeGreaterThanOrEqual(5);
    for (const text of found) expect(text).toMatch(/^(West|East) sinks a ship of [2-5]$/);
  });

  it('include blackjacks and busts of the dealer', () => {
    const { timeline, ...table } = blackjackTable();
    expect(findMoments(timeline(table.before, table.dealerBusts), null)).toMatchObject([
      { description: 'The dealer busts' },
    ]);
    expect(findMoments(timeline(table.before, table.blackjack), null)).toMatchObject([
      { description: `Blackjack for ${table.name}` },
    ]);
    expect(findMoments(timeline(table.blackjack, table.blackjack), null)).toEqual([]);
  });

  it('include the findings of an analysis, once for each ply', () => {
    const flat = { exact: true, words: 'level', verdict: { leader: null, degree: 'decided' } as const };
    const analysis: Analysis = {
      plies: [
        { ply: 0, advantage: 0, ...flat, move: null },
        {
          ply: 1,
          advantage: 0,
          ...flat,
          move: { seat: 0, notation: 'X A1', grade: null, better: null, turnedGame: false },
        },
        {
          ply: 2,
          advantage: 1,
          ...flat,
          move: {
            seat: 1,
            notation: 'O B1',
            grade: 'blunder',
            better: { move: 'B2', notation: 'O B2', words: 'drawn' },
            turnedGame: true,
          },
        },
        {
          ply: 3,
          advantage: 1,
          ...flat,
          move: { seat: 0, notation: 'X A2', grade: 'slip', better: null, turnedGame: false },
        },
      ],
      players: [],
      decisivePly: 3,
      exact: true,
      disclaimer: '',
    };
    expect(findMoments(timelineOf('tic_tac_toe', ['A1', 'B1', 'A2']), analysis)).toEqual([
      { ply: 2, description: 'Blunder: O B1, better O B2. The biggest swing', isFault: true },
      { ply: 3, description: 'The decisive moment', isFault: false },
    ]);
  });

  it('are found from the current ply in both directions', () => {
    const moments = [3, 7, 9].map((ply) => ({ ply, description: '', isFault: false }));
    expect(findNextMoment(moments, 0, 1)?.ply).toBe(3);
    expect(findNextMoment(moments, 3, 1)?.ply).toBe(7);
    expect(findNextMoment(moments, 8, -1)?.ply).toBe(7);
    expect(findNextMoment(moments, 9, 1)).toBeNull();
    expect(findNextMoment(moments, 3, -1)).toBeNull();
  });
});
