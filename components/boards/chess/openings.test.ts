import { describe, expect, it } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { openings } from './openings';
import type { ChessView } from './view';

const nameAfter = async (moves: string) => (await openings.load())(viewAfter('chess', moves.split(' ')) as ChessView);

describe('the names of chess openings', () => {
  it('are those of the position, however it was reached', async () => {
    expect(await nameAfter('e4 e5 Nf3 Nc6 Bb5 Nf6')).toBe('Ruy Lopez: Berlin Defense');
    expect(await nameAfter('e4 Nc6 Nf3 e5 Bb5 Nf6')).toBe('Ruy Lopez: Berlin Defense');
    expect(await nameAfter('d4 d5 c4')).toBe("Queen's Gambit");
  });

  it('hold for positions in which a pawn can be taken in passing', async () => {
    expect(await nameAfter('d4 c5 d5 e5')).toBe('Benoni Defense: Old Benoni');
  });

  it('are missing where players have no name', async () => {
    expect(await nameAfter('a4 a5 Ra3 Ra6 Rh3')).toBeNull();
  });
});
