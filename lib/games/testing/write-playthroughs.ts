/** `npm run playthroughs`: writes every playthrough again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PLAYTHROUGHS, RECORDED_GAMES, renewPlaythrough } from './playthrough-list';

mkdirSync(PLAYTHROUGHS, { recursive: true });
for (const game of RECORDED_GAMES) {
  const file = `${PLAYTHROUGHS}/${game.id}.txt`;
  const recorded = readIfPresent(file);
  const text = renewPlaythrough(game, recorded);
  const change = recorded === null ? 'new' : recorded === text ? 'unchanged' : 'changed';
  if (change !== 'unchanged') writeFileSync(file, text);
  process.stdout.write(`${file}: ${change}, ${text.split('\n').length} lines\n`);
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
