/**
 * How often does the village win when house bots play Werewolf, and how do they talk? Simulated matches with their pauses and
 * deadlines. Reference: an even game, 50 %. Budget: 45 to 55 %. The figures of the talk stand beside those that a review
 * counted over 300 matches before the bots remembered what they had heard. `-- --matches 300` plays fewer.
 */
import { parseArgs } from 'node:util';
import { sha256Hex } from '@/lib/core/rng';
import { playBotMatch } from '@/lib/games/testing/bot-match';
import { type Count, TalkMeasure } from '@/lib/games/testing/werewolf-talk';
import { werewolf } from '@/lib/games/werewolf';
import type { WerewolfState } from '@/lib/games/werewolf/state';
import { figure, percentile, report } from './harness/report';
import { sized } from './harness/size';

const { values } = parseArgs({ options: { matches: { type: 'string', default: sized('1000', '3') } } });
const MATCHES = Number(values.matches);
/** From an even game to the border of 45 or 55 %. */
const MAX_DEVIATION = 5;

const talk = new TalkMeasure();
const days: number[] = [];
const messages: number[] = [];
for (let index = 0; index < MATCHES; index++) {
  const match = playBotMatch(werewolf, { seed: sha256Hex(`balance ${index}`) });
  talk.add(match);
  days.push((match.state as WerewolfState).dayNumber);
  messages.push(match.events.filter(({ type }) => type === 'message_sent').length);
}
const percent = (100 * talk.villageWins) / MATCHES;
console.log(
  `${MATCHES} matches: days ${percentile(days, 0.5)} (median), ${Math.max(...days)} (most); ` +
    `public messages ${percentile(messages, 0.5)} (median), ${Math.max(...messages)} (most)`,
);

/** What is counted, the count, and what the review counted before. */
const FIGURES: readonly [what: string, of: Count, before: string][] = [
  ['"you are quiet" to who had spoken that day', talk.falseSilence, '208 of 208'],
  ['messages of a seer who named a living wolf that accuse others', talk.seerStrays, '118 of 392'],
  ['false doctors whom the doctor contradicts', talk.doctorsContradicted, '8 of 19'],
  ['"you ask me" without a question', talk.unaskedAnswers, '777 of 1920'],
  ['whispers of night 1 about talk that nobody heard', talk.firstNightInventions, '69 of 417'],
  ['sentences without a fact', talk.factless, '41 % of all words'],
  ['first sentences said before in the match', talk.repeatedLeads, '39 %'],
  ['messages that say nothing readable', talk.unreadable, '33 %'],
  ['messages that say how a named player voted', talk.votesNamed, '0'],
  ['votes that change another one', talk.votesChanged, '4 in 300 matches'],
  ['mornings after a save with thanks', talk.thanks, 'not counted'],
];
for (const [what, { part, whole }, before] of FIGURES)
  console.log(`  ${what}: ${part} of ${whole} (${figure((100 * part) / Math.max(1, whole))} %); before: ${before}`);

report({
  benchmark: 'wins of the village among house bots, percentage points from even',
  ratio: Math.abs(percent - 50) / MAX_DEVIATION,
  budget: { atMost: 1 },
  ours: `${figure(percent)} %`,
  reference: '50 %',
});
