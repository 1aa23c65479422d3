import { expect, test } from 'vitest';
import { ALL_GAMES } from '@/lib/games';
import { tagLabel } from './tag-label';

test('a label has no sign and no hyphen, and differs for each tag of the built-in games', () => {
  const tags = [...new Set(ALL_GAMES.flatMap((game) => game.tags))];
  const labels = tags.map(tagLabel);
  expect(new Set(labels).size).toBe(tags.length);
  for (const label of [...labels, tagLabel('word-guessing')]) expect(label).toMatch(/^[A-Z][a-z ]+$/);
});
