import { expect, test } from 'vitest';
import type { LeagueFixture } from './types';
import { outcomeSentence } from './words';

const played = (about: Partial<LeagueFixture>) =>
  ({ status: 'completed', first: 'P01', second: 'P02', winner: 'P01', isAnnulled: false, ...about }) as LeagueFixture;
const nameOf = (playerId: string) => (playerId === 'P01' ? 'Juno' : 'Atlas');

test('a single game says how it was won, a match of rounds its score', () => {
  const four = played({ scores: [1, 0], reason: 'four' });
  expect(outcomeSentence(four, nameOf)).toBe('Juno won with four in a row.');
  expect(outcomeSentence(played({ scores: [0, 0], reason: 'default' }), nameOf)).toBe('Juno won by default.');
  const rounds = played({ scores: [1, 3], winner: 'P02', reason: 'rounds' });
  expect(outcomeSentence(rounds, nameOf)).toBe('Atlas won 3–1 on rounds.');
});
