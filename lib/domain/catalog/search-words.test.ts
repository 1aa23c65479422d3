import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { listFilters } from './catalog.schema';
import { listExperiences, seedFirstParty } from './catalog.service';
import { plainSearch } from './search-words';

useDatabase();
beforeAll(() => seedFirstParty());

describe('a search that finds no words', () => {
  it.each([
    ['play chess', 'Chess'],
    ['connect four', 'Four in a row'],
    ['battleship', 'Sea battle'],
    ['tictactoe', 'Tic-tac-toe'],
    ['board game', 'Chess'],
    ['casino', 'Blackjack'],
    ['draughts online', 'Checkers'],
  ])('finds what %s means', async (search, name) => {
    const { experiences, pagination } = await listExperiences(listFilters.parse({ search }));
    expect(experiences.map((experience) => experience.name)).toContain(name);
    expect(pagination.total).toBeGreaterThan(0);
  });

  it('finds nothing where nothing is meant', async () => {
    expect(plainSearch('play a game with me')).toBe('');
    const { pagination } = await listExperiences(listFilters.parse({ search: 'zeppelin game' }));
    expect(pagination.total).toBe(0);
  });
});
