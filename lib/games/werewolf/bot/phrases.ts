import type { Rng } from '@/lib/core/rng';

/** The players and facts that a sentence may name. */
export interface Facts {
  /** The player that it is about. */
  target: string;
  /** Another player. */
  other: string;
  day: number;
}

type Sentence = (facts: Facts) => string;

/** What a bot may want to say. The tests check that each sentence is understood as what it means. */
export const SENTENCES = {
  claimSeerWolf: [
    ({ target }) => `I am the seer. I inspected ${target} and saw a werewolf.`,
    ({ target }) => `Listen, I am the seer, and I checked ${target}: ${target} is a werewolf.`,
    ({ target }) => `I'm the seer. My vision of ${target} showed a werewolf.`,
    ({ target }) => `No more hiding: I am the seer. I looked at ${target} and found a werewolf.`,
  ],
  claimSeerClean: [
    ({ target }) => `I am the seer. I inspected ${target}, ${target} is not a werewolf.`,
    ({ target }) => `I'm the seer. I checked ${target} and ${target} is clean.`,
    ({ target }) => `I am the seer. My vision of ${target} was clear.`,
    ({ target }) => `You should know that I am the seer. I looked at ${target}: ${target} is innocent.`,
  ],
  counterclaim: [
    ({ other }) => `That is false. I am the seer. ${other} is lying.`,
    ({ other }) => `There is one seer here, I am the seer, and ${other} is lying to you.`,
    ({ other }) => `I'm the seer. ${other} is a liar.`,
    ({ other }) => `I am the seer. ${other} is faking it.`,
  ],
  moreWolf: [
    ({ target }) => `Last night I inspected ${target} and saw a werewolf.`,
    ({ target }) => `A new vision: I checked ${target} and found a werewolf.`,
    ({ target }) => `I looked at ${target} last night and found a werewolf.`,
  ],
  moreClean: [
    ({ target }) => `Last night I inspected ${target} and ${target} is not a werewolf.`,
    ({ target }) => `I checked ${target} and ${target} is clean, as of last night.`,
    ({ target }) => `A new vision: I looked at ${target} and ${target} is innocent.`,
  ],
  claimDoctor: [
    () => 'I am the doctor. Do not waste a vote on me.',
    () => "I'm the doctor. If I go, nobody guards you at night.",
    () => 'I claim to be the doctor. Think before you vote me out.',
  ],
  claimVillager: [
    () => 'I am just a villager.',
    () => "I'm a simple villager, nothing more.",
    () => 'I am a villager, and I want the wolves gone as much as you do.',
    () => "I'm an ordinary villager with an ordinary night behind me.",
  ],
  accuse: [
    ({ target }) => `I suspect ${target}.`,
    ({ target }) => `I am pointing at ${target}.`,
    ({ target }) => `I think ${target} is a werewolf.`,
    ({ target }) => `${target} is suspicious to me.`,
    ({ target }) => `Keep an eye on ${target}.`,
    ({ target }) => `I don't trust ${target}.`,
    ({ target }) => `For me ${target} is hiding something.`,
    ({ target }) => `I would vote for ${target} today.`,
    ({ target }) => `I suspect that ${target} is playing a part.`,
    ({ target }) => `If I had to vote now, I would vote for ${target}.`,
    ({ target }) => `Something about ${target} is fake.`,
  ],
  agree: [
    ({ target, other }) => `I hear you, ${other}. ${target} is suspicious to me too.`,
    ({ target, other }) => `${other} has a point. I suspect ${target} as well.`,
    ({ target, other }) => `Thank you, ${other}. I would vote for ${target} as well.`,
    ({ target, other }) => `Same thought here, ${other}. ${target} is hiding something.`,
    ({ target, other }) => `${other} and I agree. Let us vote for ${target}.`,
  ],
  defend: [
    ({ target, other }) => `Slow down, ${other}. I trust ${target}.`,
    ({ target, other }) => `That goes too far, ${other}. I believe ${target}.`,
    ({ target, other }) => `I see it differently, ${other}. ${target} is not a werewolf to me.`,
    ({ target, other }) => `Not so fast, ${other}. ${target} sounds honest to me.`,
  ],
  deny: [
    ({ other }) => `${other}, you are wrong about me.`,
    ({ other }) => `That is a strange thing to say, ${other}.`,
    ({ other }) => `I have nothing to be ashamed of, ${other}.`,
    ({ other }) => `You have the wrong person, ${other}.`,
    ({ other }) => `Why me, ${other}? What have I done?`,
    ({ other }) => `You want my head, ${other}, and I ask myself why.`,
    ({ other }) => `You look in the wrong direction, ${other}.`,
    ({ other }) => `Take that back, ${other}.`,
    ({ other }) => `I expected better from you, ${other}.`,
  ],
  counterAccuse: [
    ({ other }) => `I suspect ${other} now.`,
    ({ other }) => `${other} is suspicious, if you ask me.`,
    ({ other }) => `Somebody who pushes that hard has a plan: I suspect ${other}.`,
  ],
  answer: [
    ({ other, target }) => `You ask me, ${other}? I suspect ${target} most.`,
    ({ other, target }) => `A fair question, ${other}. I would vote for ${target}, since you want a name.`,
    ({ other, target }) => `Since you ask, ${other}. I don't trust ${target}.`,
  ],
  believeSeer: [
    ({ target, other }) => `I believe ${other}. I would vote for ${target}.`,
    ({ target, other }) => `A seer who speaks up takes a risk, I trust ${other}. We should eliminate ${target}.`,
    ({ target, other }) => `That settles it for me. I believe ${other}, ${target} is a werewolf.`,
  ],
  doubtSeer: [
    ({ other }) => `Anybody can call themselves that. I don't believe ${other}.`,
    ({ other }) => `How convenient. I don't trust ${other}.`,
    ({ other }) => `A brave claim, or a lie. I doubt ${other}.`,
  ],
  ask: [
    ({ target }) => `${target}, who is on your list today?`,
    ({ target }) => `What do you think, ${target}?`,
    ({ target }) => `${target}, you are quiet. Who worries you?`,
    ({ target }) => `Where were your thoughts all day, ${target}?`,
    ({ target }) => `Say a name, ${target}. Whose?`,
    ({ target }) => `${target}, what did you make of the night?`,
    ({ target }) => `And you, ${target}? Where do you stand?`,
  ],
  open: [
    ({ day }) => `Good morning. Day ${day}, and I am still here.`,
    () => 'I slept badly, and I have no answers yet.',
    () => 'Let us listen first and shout later.',
    ({ day }) => `Day ${day}. I want to hear a reason from everybody before we vote.`,
    () => 'I will watch who hurries and who hides behind others.',
    () => 'Two of us are playing a part. I will count the votes.',
    () => 'Nobody likes this, me neither. Talk, please.',
    () => 'I would rather be careful than quick today.',
    () => 'I have no name for you yet, only questions.',
    () => 'Somebody here slept very well, and I would like to know who.',
    ({ day }) => `Day ${day}, and the hall is colder than yesterday.`,
    () => 'Say something true today, that would be a start.',
    () => 'I trust nobody before breakfast.',
    () => 'I will judge by votes, words are easy.',
  ],
  mourn: [
    ({ other }) => `Poor ${other}. We owe it to the dead to think.`,
    ({ other }) => `I keep looking at the empty chair of ${other}.`,
    ({ other }) => `Ask yourselves who wanted ${other} gone.`,
    ({ other }) => `Why ${other}, of all people? Who gains from it?`,
  ],
  relief: [
    () => 'Nobody died. Thank you, doctor, whoever you are.',
    () => 'A night without a grave. Let us use the day well.',
    () => 'The doctor earned a drink. Now it is our turn.',
    () => 'Everyone answers this morning. I like that.',
  ],
} as const satisfies Record<string, readonly Sentence[]>;
export type Intent = keyof typeof SENTENCES;

/** Reasons of an accusation, as sentences of their own that name nobody. */
export const REASONS = {
  votedVillager: ['That vote hit a villager.', 'Look at that last vote.', 'The vote yesterday helped the wrong side.'],
  defendedWolf: ['Too friendly with a wolf we caught.', 'I remember that good word for a wolf.'],
  silent: ['So few words.', 'Quiet all day.', 'Not one clear sentence so far.'],
  pushy: ['Too eager to name others.', 'A loud voice with little behind it.', 'Very quick to accuse people.'],
  crowd: ['I am not the first to say it.', 'Others noticed it as well.', 'The same name keeps coming back.'],
  claim: ['That claim does not add up.', 'Two of that kind cannot both be real.'],
  feeling: [
    'A feeling, I admit.',
    'Something in the tone of it.',
    'The timing of those words.',
    'It is only a start, correct me.',
    'I have to begin somewhere.',
    'The answers come a little too smooth.',
  ],
} as const;
export type ReasonKind = keyof typeof REASONS;

/** Sentences without content of their own, of many lengths. */
export const FILLERS = [
  'Think about it.',
  'Tell me if I am wrong.',
  'That is all for now.',
  'I mean it.',
  'Hear me out.',
  'We do not have much time.',
  'I can still change my mind.',
  'Let us not waste this day.',
  'Say what you think.',
  'I would rather be wrong than say nothing.',
  'A tie helps nobody.',
  'I will remember how everyone votes.',
  'Please speak up.',
  'There, I said it.',
  'Somebody had to say it.',
  'Make of that what you will.',
  'I can explain why if you ask.',
  'Nothing personal.',
  'Notice who answers and who stays quiet.',
  'I have been thinking about it all morning.',
  'It was a long night.',
  'I am tired of guessing.',
  'Okay.',
  'So be it.',
  'No offence.',
  'Correct me if I missed something.',
  'I am listening.',
  'I have no proof yet.',
  'Do not forget that I said this.',
  'Remember this tomorrow.',
  'The vote will show.',
  'I wish I knew more.',
  'I know it is early.',
  'Call it a hunch.',
  'Of course, I could be wrong.',
  'There is not much time, so I will be direct.',
  'I will decide at the vote.',
  'Prove me wrong.',
  'These nights scare me.',
  'We need to work together.',
  'Somebody here knows more than they say.',
  'Watch how people vote, not what they say.',
  'Votes say more than words.',
  'I stand by that.',
  'Who wants to go next?',
  'What does everyone else think?',
  'That is how I see it today.',
  'Let us decide together.',
  'I would like to hear from the others.',
  'Who agrees?',
  'Am I the only one who thinks so?',
] as const;

const MAX_DRAWS = 5;

/** A sentence of an intent, if possible one that nobody has said in these words. */
export function phrase(intent: Intent, facts: Partial<Facts>, rng: Rng, isSaid: (sentence: string) => boolean): string {
  const given: Facts = { target: '', other: '', day: 1, ...facts };
  let sentence = '';
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    sentence = rng.pick<Sentence>(SENTENCES[intent])(given);
    if (!isSaid(sentence)) break;
  }
  return sentence;
}

/** Bounds of the length that a message aims at. It is drawn before the content, so that it tells nothing about the speaker. */
const LENGTH = { min: 60, max: 130 } as const;
/** A remaining length that no filler needs to fill. */
const SLACK = 14;
const MAX_FILLERS = 3;

/** Joins sentences into a message and fills it up to a length that was drawn before, with words not heard lately. */
export function composeMessage(sentences: readonly string[], rng: Rng, heardLately: readonly string[]): string {
  const aim = LENGTH.min + rng.int(LENGTH.max - LENGTH.min + 1);
  let message = sentences.filter(Boolean).join(' ');
  const fresh = rng.shuffle(FILLERS).filter((filler) => !heardLately.some((text) => text.includes(filler)));
  let added = 0;
  for (const filler of fresh) {
    const room = aim - message.length;
    if (room < SLACK || added === MAX_FILLERS) break;
    if (filler.length + 1 > room + SLACK / 2) continue;
    message += ` ${filler}`;
    added++;
  }
  return message;
}

/** Reasons that a bot gives with its vote. */
export const VOTE_REASONS = [
  'My best guess today.',
  'I said why.',
  'The talk convinced me.',
  'I go with the hall.',
  'Somebody has to be it.',
  'A feeling, and I follow it.',
  'Show us your card.',
  'I stay with my suspicion.',
] as const;

/** What wolves say to each other at night. */
export const WOLF_LINES = {
  propose: [
    ({ target }) => `I would take ${target} tonight.`,
    ({ target }) => `${target} talks too well. Tonight?`,
    ({ target }) => `What about ${target}? Nobody will see it coming.`,
    ({ target }) => `My choice is ${target}, unless you have a better one.`,
  ],
  seer: [
    ({ target }) => `${target} claims to be the seer. We should not wait.`,
    ({ target }) => `The seer first: ${target}, before the next vision.`,
  ],
  agree: [
    ({ target }) => `Good. ${target} it is.`,
    ({ target }) => `I am with you: ${target}.`,
    ({ target }) => `${target}, then. Quietly.`,
  ],
} as const satisfies Record<string, readonly Sentence[]>;

/** A line of wolf chat. */
export function wolfLine(kind: keyof typeof WOLF_LINES, target: string, rng: Rng): string {
  return rng.pick<Sentence>(WOLF_LINES[kind])({ target, other: '', day: 0 });
}
