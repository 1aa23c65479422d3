/** `npm run playthroughs`: writes every playthrough, and the story of Werewolf's, again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PLAYTHROUGHS, RECORDED_GAMES, renewPlaythrough } from './playthrough-list';
import { WEREWOLF_STORY, writeWerewolfStory } from './werewolf-story';

mkdirSync(PLAYTHROUGHS, { recursive: true });
for (const game of RECORDED_GAMES) {
  const file = `${PLAYTHROUGHS}/${game.id}.txt`;
  const recorded = readIfPresent(file);
  const text = renewPlaythrough(game, recorded);
  const change = recorded === null ? 'new' : recorded === text ? 'unchanged' : 'changed';
  if (change !== 'unchanged') writeFileSync(file, text);
  process.stdout.write(`${file}: ${change}, ${text.split('\n').length} lines\n`);
}

mkdirSync(path.dirname(WEREWOLF_STORY), { recursive: true });
writeFileSync(WEREWOLF_STORY, writeWerewolfStory(readFileSync(`${PLAYTHROUGHS}/werewolf.txt`, 'utf8')));

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
