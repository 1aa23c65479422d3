import { describe, expect, it } from 'vitest';
import { resimulate } from '@/lib/games/simulate';

const seed = '11'.repeat(32);
const ticTacToe = (inputs: { seat: number | null; move: unknown }[]) =>
  resimulate({ gameId: 'tic_tac_toe', seed, options: {}, seats: 2, inputs });

describe('resimulate', () => {
  it('reproduces every state, event and the outcome of a match', () => {
    const { steps, outcome } = ticTacToe(
      ['A1', 'A2', 'B1', 'B2', 'C1'].map((move, index) => ({ seat: index % 2, move })),
    );
    expect(steps).toHaveLength(6);
    expect(steps.map(({ state }) => (state as { grid: string }).grid).at(-1)).toBe('XXXOO....');
    expect(steps[1]?.events).toEqual([
      { type: 'move_played', audience: 'public', data: { seat: 0, move: 'A1', notation: 'X A1' } },
    ]);
    expect(outcome).toMatchObject({ winner: 0, reason: 'line' });
  });

  it('draws the same random numbers from the seed, and others from another', () => {
    const inputs = [0, 1].map((seat) => ({ seat, move: { number: 3 } }));
    const nonces = (withSeed: string) =>
      JSON.stringify(resimulate({ gameId: 'even_odd', seed: withSeed, options: {}, seats: 2, inputs }).steps.at(-1));
    expect(nonces(seed)).toBe(nonces(seed));
    expect(nonces(seed)).not.toBe(nonces('12'.repeat(32)));
  });

  it('ends where a player gave up or ran out of time', () => {
    expect(
      ticTacToe([
        { seat: 0, move: 'B2' },
        { seat: 1, move: { type: 'resign' } },
      ]).outcome,
    ).toMatchObject({ winner: 0, reason: 'resigned' });
    expect(ticTacToe([{ seat: null, move: null }]).outcome).toMatchObject({ winner: 1, reason: 'timeout' });
  });

  it('applies a timeout by the rules of the game', () => {
    const { steps, outcome } = resimulate({
      gameId: 'even_odd',
      seed,
      options: {},
      seats: 2,
      inputs: [{ seat: null, move: null }],
    });
    expect(outcome).toBeNull();
    expect(steps[1]?.events[0]).toMatchObject({ type: 'round_resolved', data: { moves: [null, null], winner: null } });
  });

  it('names the first input that the rules refuse', () => {
    expect(() =>
      ticTacToe([
        { seat: 0, move: 'B2' },
        { seat: 1, move: 'B2' },
      ]),
    ).toThrow('Input 2 is against the rules: B2 is taken.');
    expect(() =>
      ticTacToe([
        { seat: 0, move: { type: 'resign' } },
        { seat: 1, move: 'B2' },
      ]),
    ).toThrow('Input 2 came after the end.');
    expect(() => resimulate({ gameId: 'no_such_game', seed, options: {}, seats: 2, inputs: [] })).toThrow(
      'Unknown game',
    );
  });
});
