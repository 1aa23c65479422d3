/**
 * How often does the village win when house bots play Werewolf? Simulated matches with their pauses and deadlines.
 * Reference: an even game, 50 %. Budget: 35 to 65 %. `-- --matches 200` plays fewer.
 */
import { parseArgs } from 'node:util';
import { sha256Hex } from '@/lib/core/rng';
import { playBotMatch } from '@/lib/games/testing/bot-match';
import { werewolf } from '@/lib/games/werewolf';
import type { WerewolfState } from '@/lib/games/werewolf/state';
import { figure, percentile, report } from './harness/report';
import { sized } from './harness/size';

const { values } = parseArgs({ options: { matches: { type: 'string', default: sized('1000', '3') } } });
const MATCHES = Number(values.matches);
/** From an even game to the border of 35 or 65 %. */
const MAX_DEVIATION = 15;

let villages = 0;
const days: number[] = [];
const messages: number[] = [];
for (let index = 0; index < MATCHES; index++) {
  const { state, events } = playBotMatch(werewolf, { seed: sha256Hex(`balance ${index}`) });
  const { winner, dayNumber } = state as WerewolfState;
  if (winner === 'VILLAGERS') villages++;
  days.push(dayNumber);
  messages.push(events.filter(({ type }) => type === 'message_sent').length);
}
const percent = (100 * villages) / MATCHES;
console.log(
  `${MATCHES} matches: days ${percentile(days, 0.5)} (median), ${Math.max(...days)} (most); ` +
    `public messages ${percentile(messages, 0.5)} (median), ${Math.max(...messages)} (most)`,
);
report({
  benchmark: 'wins of the village among house bots, percentage points from even',
  ratio: Math.abs(percent - 50) / MAX_DEVIATION,
  budget: { atMost: 1 },
  ours: `${figure(percent)} %`,
  reference: '50 %',
});
