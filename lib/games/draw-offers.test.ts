import { describe, expect, it } from 'vitest';
import type { AnyGame } from '@/lib/core/game';
import { gameById } from '@/lib/games';
import {
  actOnDraw,
  botAcceptsDraw,
  type DrawAction,
  type DrawOffers,
  drawActionsOf,
  offersAfterMove,
} from './draw-offers';
import { resimulate } from './simulate';

const gameOf = (id: string) => gameById(id) as AnyGame;
const chess = gameOf('chess');

const act = (offers: DrawOffers | null, moves: number, seat: number, action: DrawAction) =>
  actOnDraw(chess, { offers, moves }, seat, action);
const offered = (by: number, moves = 4): DrawOffers => {
  const done = act(null, moves, by, 'offer_draw');
  if (!done.ok) throw new Error(done.reason);
  return done.offers;
};

describe('an offer of a draw', () => {
  it('is accepted or declined by the other seat only', () => {
    const offers = offered(0);
    expect(act(offers, 4, 1, 'accept_draw')).toMatchObject({
      kind: 'agreed',
      outcome: { reason: 'agreement', winner: null, results: [{ result: 'draw' }, { result: 'draw' }] },
    });
    expect(act(offers, 4, 1, 'decline_draw')).toMatchObject({ kind: 'declined', offers: { open: null } });
    for (const action of ['accept_draw', 'decline_draw'] as const)
      expect(act(offers, 4, 0, action)).toMatchObject({ ok: false });
    expect(act(null, 4, 0, 'accept_draw')).toEqual({ ok: false, reason: 'The other side does not offer a draw.' });
  });

  it('against an open offer agrees', () => {
    expect(act(offered(1), 4, 0, 'offer_draw')).toMatchObject({ kind: 'agreed' });
  });

  it('is declined by a move of the other seat, not by one of its own', () => {
    const offers = offered(0);
    expect(offersAfterMove(offers, 0)).toEqual({ offers, isDeclined: false });
    expect(offersAfterMove(offers, 1)).toEqual({ offers: { ...offers, open: null }, isDeclined: true });
    expect(offersAfterMove(null, 1)).toEqual({ offers: null, isDeclined: false });
  });

  it('is made after the first move of each side, once at a time, and again after ten moves of each side', () => {
    expect(act(null, 1, 0, 'offer_draw')).toEqual({
      ok: false,
      reason: 'A draw can be offered after the first move of each side.',
    });
    const open = offered(0, 4);
    expect(act(open, 5, 0, 'offer_draw')).toEqual({ ok: false, reason: 'Your offer of a draw waits for an answer.' });
    const declined = { ...open, open: null };
    expect(act(declined, 22, 0, 'offer_draw')).toEqual({
      ok: false,
      reason: 'You may offer a draw again after 1 more move of each side.',
    });
    expect(act(declined, 24, 0, 'offer_draw')).toMatchObject({ kind: 'offered', offers: { open: 0 } });
    expect(act(declined, 5, 1, 'offer_draw')).toMatchObject({ kind: 'offered', offers: { open: 1 } });
  });

  it('is refused in a game without draws by agreement', () => {
    const game = gameOf('tic_tac_toe');
    const match = { offers: null, moves: 9 };
    expect(actOnDraw(game, match, 0, 'offer_draw')).toMatchObject({ ok: false });
    expect(drawActionsOf(game, match, 0)).toEqual([]);
  });

  it('shows each seat what it may send', () => {
    expect(drawActionsOf(chess, { offers: null, moves: 1 }, 0)).toEqual([]);
    expect(drawActionsOf(chess, { offers: null, moves: 2 }, 0)).toEqual(['offer_draw']);
    expect(drawActionsOf(chess, { offers: offered(0), moves: 4 }, 1)).toEqual(['accept_draw', 'decline_draw']);
    expect(drawActionsOf(chess, { offers: offered(0), moves: 4 }, 0)).toEqual([]);
  });
});

describe('the replay of a match', () => {
  const replay = (inputs: { seat: number; move: unknown }[]) =>
    resimulate({ gameId: 'chess', seed: '11'.repeat(32), options: {}, seats: 2, inputs });
  const opening = [
    { seat: 0, move: 'e2e4' },
    { seat: 1, move: 'e7e5' },
  ];
  const offer = { seat: 0, move: { type: 'offer_draw' } };
  const accept = { seat: 1, move: { type: 'accept_draw' } };

  it('ends with an accepted offer, and its positions are those of the moves', () => {
    const { steps, outcome } = replay([...opening, offer, { seat: 0, move: 'g1f3' }, accept]);
    expect(outcome).toMatchObject({ reason: 'agreement', winner: null });
    const fens = steps.map(({ state }) => (state as { fen: string }).fen);
    expect(fens[3]).toBe(fens[2]);
    expect(new Set(fens).size).toBe(4);
  });

  it('refuses what the rules of offers refuse', () => {
    expect(() => replay([...opening, accept])).toThrow(/Input 3 is against the rules/);
    const declined = [...opening, offer, { seat: 0, move: 'g1f3' }, { seat: 1, move: 'b8c6' }];
    expect(() => replay([...declined, accept])).toThrow(/Input 6 is against the rules/);
    expect(() => replay([...declined, offer])).toThrow(/again after 9 more moves/);
  });
});

describe('a house bot', () => {
  const chessAt = (fen: string) => chess.decode(fen);
  const accepts = (fen: string, seat: number, moves: number) =>
    botAcceptsDraw(chess, { state: chessAt(fen), seat, moves, nodes: 4_000 });
  const QUEEN_UP = '3k4/8/8/8/8/8/4Q3/4K3 w - - 0 1';

  it('accepts a draw when its position is worse, and not when it is better', () => {
    expect(accepts(QUEEN_UP, 1, 40)).toBe(true);
    expect(accepts(QUEEN_UP, 0, 40)).toBe(false);
  });

  it('accepts a level position late in the game only', () => {
    const level = '4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1';
    expect(accepts(level, 1, 10)).toBe(false);
    expect(accepts(level, 1, 80)).toBe(true);
  });
});
