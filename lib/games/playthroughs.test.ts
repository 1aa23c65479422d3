import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlaythrough, writePlaythrough } from '@/lib/games/testing/playthrough';
import { PLAYTHROUGHS, RECORDED_GAMES } from '@/lib/games/testing/playthrough-list';
import { WEREWOLF_STORY, writeWerewolfStory } from '@/lib/games/testing/werewolf-story';

const MAX_LINES = 2_500;
const read = (gameId: string) => fs.readFileSync(path.join(PLAYTHROUGHS, `${gameId}.txt`), 'utf8');

describe('recorded playthroughs', () => {
  it('exist for exactly the known games', () => {
    const files = fs.readdirSync(PLAYTHROUGHS).sort();
    expect(files).toEqual(RECORDED_GAMES.map(({ id }) => `${id}.txt`).sort());
  });

  it.each(RECORDED_GAMES.map((game) => [game.id, game] as const))(
    'of %s matches the rules; if the change is intended, run `npm run playthroughs`',
    (id, game) => {
      const text = read(id);
      expect(writePlaythrough(game, readPlaythrough(text))).toBe(text);
      expect(text).toMatch(/^outcome: \{/m);
      expect(text.split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    },
  );

  it('of Werewolf reads as the recorded story; if the change is intended, run `npm run playthroughs`', () => {
    const story = fs.readFileSync(WEREWOLF_STORY, 'utf8');
    expect(writeWerewolfStory(read('werewolf'))).toBe(story);
    expect(story).not.toMatch(/p:\d|undefined/);
    expect(story.match(/^## .*/gm)?.slice(0, 5)).toEqual([
      '## Who is who',
      '## In short',
      '## The Town Hall',
      '## Night 1',
      '## Day 1',
    ]);
  });
});
