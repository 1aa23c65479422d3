import type { Rng } from '@/lib/core/rng';
import type { Voice } from './mind';

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
    ({ target }) => `I am the seer. My vision of ${target} showed no werewolf.`,
    ({ target }) => `You should know that I am the seer. I looked at ${target}: ${target} is innocent.`,
  ],
  counterclaim: [
    ({ other }) => `That is false. I am the seer. ${other} is lying.`,
    ({ other }) => `There is one seer in this hall. I am the seer, and ${other} is lying.`,
    ({ other }) => `I'm the seer. ${other} is a liar.`,
    ({ other }) => `I am the seer. ${other} is faking.`,
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
  /** A seer says again what it found. */
  insist: [
    ({ target, day }) => `I inspected ${target} and saw a werewolf. That stands on day ${day} as well.`,
    ({ target }) => `You have my result: I checked ${target} and found a werewolf. I vote for ${target}.`,
    ({ target }) => `I give no other name while ${target} is alive: I looked at ${target} and found a werewolf.`,
    ({ target }) => `I checked ${target} and found a werewolf. Ask me again tomorrow and I will say the same.`,
    ({ target }) => `My vision of ${target} showed a werewolf. Vote for ${target}, and the card will show it.`,
  ],
  claimDoctor: [
    () => 'I am the doctor. Do not waste a vote on me.',
    () => "I'm the doctor. If I go, nobody guards you at night.",
    () => 'I claim to be the doctor. Think before you vote me out.',
  ],
  /** The doctor against somebody who says to be it. */
  counterDoctor: [
    ({ other }) => `I am the doctor. ${other} is lying.`,
    ({ other }) => `There is one doctor. I am the doctor, and ${other} is lying.`,
    ({ other }) => `${other} is a liar. I am the doctor.`,
    ({ other }) => `I'm the doctor. Whatever ${other} did at night, it healed nobody. ${other} is lying.`,
  ],
  claimVillager: [
    () => 'I am just a villager.',
    () => "I'm a simple villager.",
    () => 'I am a villager, and I want the wolves gone as much as you do.',
    () => "I'm an ordinary villager.",
  ],
  accuse: [
    ({ target }) => `I suspect ${target}.`,
    ({ target }) => `I am pointing at ${target}.`,
    ({ target }) => `I think ${target} is a werewolf.`,
    ({ target }) => `${target} is suspicious to me.`,
    ({ target }) => `I don't trust ${target}.`,
    ({ target }) => `For me ${target} is hiding something.`,
    ({ target }) => `I would vote for ${target} today.`,
    ({ target }) => `I suspect that ${target} is playing a part.`,
    ({ target }) => `If I had to vote now, I would vote for ${target}.`,
    ({ target }) => `Something about ${target} is fake.`,
    ({ target }) => `My suspicion falls on ${target}.`,
    ({ target }) => `The most suspicious player today is ${target}.`,
    ({ target }) => `I find ${target} suspicious.`,
  ],
  agree: [
    ({ target, other }) => `I hear you, ${other}. ${target} is suspicious to me too.`,
    ({ target, other }) => `${other} has a point. I suspect ${target} as well.`,
    ({ target, other }) => `Thank you, ${other}. I would vote for ${target} as well.`,
    ({ target, other }) => `Same thought here, ${other}. ${target} is hiding something.`,
    ({ target, other }) => `${other} and I agree. Let us vote for ${target}.`,
    ({ target, other }) => `${other} said it before me. I suspect ${target} too.`,
  ],
  defend: [
    ({ target, other }) => `Slow down, ${other}. I trust ${target}.`,
    ({ target, other }) => `That goes too far, ${other}. I believe ${target}.`,
    ({ target, other }) => `I see it differently, ${other}. ${target} is not a werewolf to me.`,
    ({ target, other }) => `Not so fast, ${other}. ${target} sounds honest to me.`,
  ],
  deny: [
    ({ other }) => `${other}, you are wrong about me.`,
    ({ other }) => `${other}, show me one vote or one word of mine that fits.`,
    ({ other }) => `You name me, ${other}, and you have the wrong person.`,
    ({ other }) => `Which vote of mine do you mean, ${other}?`,
    ({ other }) => `You want my vote against me, ${other}, and I ask myself why.`,
    ({ other }) => `I have heard the accusation of ${other}, and no reason for it.`,
    ({ other }) => `${other} accuses me, and I answer: no.`,
    ({ other }) => `${other} names me without a vote or a word to show for it.`,
  ],
  counterAccuse: [
    ({ other }) => `I suspect ${other} now.`,
    ({ other }) => `${other} is suspicious now.`,
    ({ other }) => `${other} names me to hide, so I suspect ${other}.`,
    ({ other }) => `Now my vote goes to ${other}.`,
    ({ other }) => `I don't trust ${other} any more.`,
    ({ other }) => `I find ${other} suspicious.`,
    ({ other }) => `I would vote for ${other} now.`,
    ({ other }) => `Now I think ${other} is a werewolf.`,
  ],
  answer: [
    ({ other, target }) => `I suspect ${target} most, ${other}, since you wanted a name.`,
    ({ other, target }) => `You ask me, ${other}, and I would vote for ${target}.`,
    ({ other, target }) => `I find ${target} suspicious, ${other}, since you ask.`,
    ({ other, target }) => `${other} wants a name, here it is: I find ${target} suspicious.`,
    ({ other, target }) => `I suspect ${target}, ${other}, that is my answer.`,
  ],
  believeSeer: [
    ({ target, other }) => `I believe ${other}. I would vote for ${target}.`,
    ({ target, other }) => `I trust ${other}. A seer who speaks up takes a risk, so we should eliminate ${target}.`,
    ({ target, other }) => `I trust ${other} on this. ${target} is a werewolf.`,
    ({ target, other }) => `I believe ${other}. I vote for ${target}.`,
  ],
  doubtSeer: [
    ({ other }) => `Two words make nobody a seer, I don't believe ${other}.`,
    ({ other }) => `Called the seer on the day it helps, and I don't trust ${other}.`,
    ({ other }) => `I don't believe ${other}. A werewolf claims to be the seer as well.`,
    ({ other }) => `A brave claim of a seer, and I doubt ${other}.`,
  ],
  ask: [
    ({ target }) => `${target}, whom would you vote for?`,
    ({ target }) => `${target}, who is on your list today?`,
    ({ target }) => `Whom do you suspect, ${target}?`,
    ({ target }) => `Give us a name, ${target}: whom do you vote for?`,
    ({ target }) => `${target}, what did you make of the night?`,
  ],
  askSilent: [
    ({ target }) => `${target}, you have not spoken today: whom do you suspect?`,
    ({ target }) => `We have heard nothing today from you, ${target}: whom do you suspect?`,
    ({ target }) => `You are quiet, ${target}: whom would you vote for?`,
  ],
  /** To somebody whose vote calls for a reason. */
  askVote: [
    ({ target, other, day }) => `${target}, why did you vote for ${other} when it was day ${day}?`,
    ({ target, other, day }) => `Why did you vote for ${other} on day ${day}, ${target}?`,
    ({ target, other, day }) => `${target}, explain your vote of day ${day}: why ${other}?`,
  ],
  open: [
    ({ day }) => `Day ${day}. I want to hear a reason from everybody before we vote.`,
    () => 'I will watch who hurries and who hides behind others.',
    () => 'Two of us are playing a part. I will count the votes.',
    () => 'I have no name for you yet, only questions.',
    ({ day }) => `Day ${day}, and the hall is colder than yesterday.`,
    () => 'I will judge by votes, words are easy.',
    () => 'I would rather be careful than quick today.',
    () => 'Say something true today, that would be a start.',
  ],
  mourn: [
    ({ other }) => `Poor ${other}. Ask yourselves who wanted ${other} dead.`,
    ({ other }) => `I keep looking at the chair of ${other}, who died last night.`,
    ({ other }) => `Why did ${other} have to die, of all people? Who gains from it?`,
    ({ other }) => `${other} is dead, and one of us knows why.`,
  ],
  relief: [
    () => 'Nobody died. Thank you, doctor, whoever you are.',
    () => 'A night without a grave: nobody died. My thanks to the doctor.',
    () => 'The doctor saved one of us. Thank you for that.',
    () => 'Thank you, doctor. All of us answer this morning, nobody died.',
  ],
  /** To a player who says to be the doctor. */
  thank: [
    ({ other }) => `Nobody died last night. Thank you, ${other}, you claimed to be the doctor and it shows.`,
    ({ other }) => `${other} claims to be the doctor, and nobody died. Thank you, ${other}.`,
  ],
} as const satisfies Record<string, readonly Sentence[]>;
export type Intent = keyof typeof SENTENCES;

/** The same intents as each voice says them. */
export const VOICED: Readonly<Record<Voice, Partial<Record<Intent, readonly Sentence[]>>>> = {
  blunt: {
    accuse: [
      ({ target }) => `No dancing around: I suspect ${target}.`,
      ({ target }) => `${target}, you are lying.`,
      ({ target }) => `Let us vote out ${target} today.`,
    ],
    deny: [
      ({ other }) => `Wrong, ${other}.`,
      ({ other }) => `Nonsense, ${other}: you name me and hope that it sticks.`,
      ({ other }) => `${other}, sit down.`,
    ],
    agree: [
      ({ target, other }) => `Right, ${other}. Vote for ${target}.`,
      ({ target, other }) => `What ${other} said. I vote for ${target}.`,
    ],
    open: [
      () => 'Names. I want names, and I want them before the vote.',
      ({ day }) => `Day ${day}. Who voted, who lied, in that order.`,
    ],
  },
  careful: {
    accuse: [
      ({ target }) => `I say it with care: I suspect ${target}.`,
      ({ target }) => `I have weighed it, and I find ${target} suspicious.`,
    ],
    deny: [
      ({ other }) => `I understand your worry, ${other}, but it is not me.`,
      ({ other }) => `Please look again, ${other}.`,
    ],
    agree: [({ target, other }) => `I had hoped ${other} was wrong. I suspect ${target} as well.`],
    open: [() => 'I would like to go through the votes one by one.', () => 'Let us listen first, I will take notes.'],
  },
  dry: {
    accuse: [
      ({ target }) => `With all respect for the performance, I don't trust ${target}.`,
      ({ target }) => `I have seen better acting, and I suspect ${target}.`,
    ],
    deny: [({ other }) => `How flattering, ${other}.`, ({ other }) => `${other} has found me, how clever.`],
    agree: [({ target, other }) => `For once ${other} and I agree. I suspect ${target} too.`],
    open: [() => 'Good morning to all but two of you.', ({ day }) => `Day ${day}, and still nobody admits a thing.`],
  },
  warm: {
    accuse: [
      ({ target }) => `I like nobody less for it, but I suspect ${target}.`,
      ({ target }) => `It hurts to say: I don't trust ${target}.`,
    ],
    deny: [
      ({ other }) => `Dear ${other}, you are mistaken.`,
      ({ other }) => `I like you, ${other}, and you are wrong about me.`,
    ],
    agree: [({ target, other }) => `Well seen, ${other}, my friend. I suspect ${target} too.`],
    open: [
      () => 'I am glad to see each of you, two of you less so.',
      () => 'Friends, nobody leaves before everybody was heard.',
    ],
  },
};

/** Sentences without a fact, for a message that is much shorter than it should be. */
export const FILLERS = [
  'Think about it.',
  'I mean it.',
  'I can still change my mind.',
  'A tie helps nobody.',
  'I will remember how everyone votes.',
  'Somebody had to say it.',
  'I have no proof yet.',
  'The vote will show.',
  'I know it is early.',
  'Call it a hunch.',
  'I will decide at the vote.',
  'Prove me wrong.',
  'I stand by that.',
  'That is how I see it today.',
  'It was a long night.',
  'I have to begin somewhere.',
] as const;

const MAX_DRAWS = 14;
const VOICED_PERCENT = 45;

/** A sentence of an intent, in the voice of the bot, if possible one that nobody has said in these words. */
export function phrase(
  intent: Intent,
  facts: Partial<Facts>,
  { voice, rng, isSaid }: { voice: Voice; rng: Rng; isSaid: (sentence: string) => boolean },
): string {
  const given: Facts = { target: '', other: '', day: 1, ...facts };
  const own = VOICED[voice][intent];
  let sentence = '';
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const isVoiced = own && rng.int(100) < VOICED_PERCENT;
    sentence = rng.pick<Sentence>(isVoiced ? own : SENTENCES[intent])(given);
    if (!isSaid(sentence)) break;
  }
  return sentence;
}

/** Bounds of the length that a message aims at. It is drawn before the content, so that it tells nothing about the speaker. */
const LENGTH = { min: 60, max: 130 } as const;
/** A remaining length that nothing needs to fill. */
const SLACK = 22;
const MAX_ADDED = 2;

/**
 * Joins sentences into a message and fills it up to a length that was drawn before: with facts of the day that nobody has said,
 * and where there are none with a few words.
 */
export function composeMessage(
  sentences: readonly string[],
  rng: Rng,
  { facts, isSaid }: { facts: readonly string[]; isSaid: (sentence: string) => boolean },
): string {
  const aim = LENGTH.min + rng.int(LENGTH.max - LENGTH.min + 1);
  let message = sentences.filter(Boolean).join(' ');
  const fresh = facts.filter((fact) => !isSaid(fact) && !message.includes(fact));
  const fillers = rng.shuffle(FILLERS).filter((filler) => !isSaid(filler));
  for (let added = 0; added < MAX_ADDED; added++) {
    const room = aim - message.length;
    if (room < SLACK) break;
    const fits = ({ length }: string) => length + 1 <= room + SLACK;
    const next =
      fresh.find((fact) => fits(fact) && !message.includes(fact)) ?? (added === 0 ? fillers.find(fits) : undefined);
    if (next === undefined) break;
    message += ` ${next}`;
  }
  return message;
}

/** What wolves say to each other at night. */
export const WOLF_LINES = {
  propose: [
    ({ target }) => `I would take ${target} tonight.`,
    ({ target }) => `What about ${target}? Nobody will see it coming.`,
    ({ target }) => `My choice is ${target}, unless you have a better one.`,
    ({ target }) => `I would go to the house of ${target}.`,
  ],
  hunter: [
    ({ target }) => `${target} has named one of us. I would take ${target} tonight.`,
    ({ target }) => `${target} looks at us too often. Tonight?`,
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
