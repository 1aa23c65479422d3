import { describe, expect, it } from 'vitest';
import { HOUSE_BOT_NAMES } from '@/lib/core/house-bot-names';
import { mentionedPlayers, readStatements, type Statement } from './speech';

const NAMES = ['Ada', 'Bruno', 'Cleo', 'Dora', 'Edgar', 'Frieda', 'Georg', 'Hugo'];

const textOf = (statement: Statement) => {
  if (statement.kind === 'CLAIM_ROLE') return `I AM ${statement.role}`;
  const name = NAMES[Number(statement.target.slice(2)) - 1];
  if (statement.kind === 'CLAIM_RESULT') return `${name} SHOWN ${statement.isWolf ? 'WOLF' : 'CLEAN'}`;
  return `${statement.kind} ${name}`;
};

/** What Ada says. */
const statements = (text: string) => readStatements(text, { speakerId: 'p:1', names: NAMES }).map(textOf);

describe('words that leave a doubt say nothing', () => {
  it.each([
    'If there is a seer here, now is the time to speak.',
    'Some of you think I am a werewolf.',
    'Bruno said "I am the seer" and nobody asked why.',
    "Bruno said 'I am the seer'.",
    'Bruno said that he is the seer, and Dora is a wolf.',
    'Suppose I am the seer. What then?',
    'If I were the doctor, I would protect Cleo.',
    'I am not the seer.',
    'I never said that I am the seer.',
    'I wish I was the seer.',
    'Is there a doctor here?',
    'We have one seer here and two wolves.',
    'You call me a liar, and I am the wolf you want to see.',
    "I am the seer's best friend.",
    'Maybe I am the doctor, maybe not.',
    'Imagine that I am a villager who saw everything.',
    'Everyone believes I am the doctor.',
    'Sure, I am the werewolf, and Hugo is the king of France.',
    'Is Dora a werewolf?',
    'Dora might be a werewolf.',
    'Perhaps Dora is lying.',
    'If Dora is a werewolf, then Bruno is too.',
    'Bruno thinks Dora is a werewolf.',
    'According to Bruno, Dora is a werewolf.',
    'Bruno accused Dora because Dora is quiet.',
    'You said that Dora is suspicious.',
    'Bruno claims to be the seer and says Cleo is innocent.',
    'Bruno voted for Dora yesterday.',
    'The idea that Dora is a werewolf came from Bruno.',
    'I want to hear from Dora before we vote.',
    'Dora, what do you think of Bruno?',
    'Good morning, Dora.',
    'I am wondering about Dora.',
    'Either Dora or Bruno is lying.',
    'I would have checked Dora.',
    'The seer should check Dora tonight.',
    'I hope the seer inspected Dora.',
    'I did not inspect Dora.',
    'Dora was killed, and she was a villager.',
    'I doubt that Cleo is the wolf.',
    'Do not vote for Cleo.',
    'Bruno, quoting Cleo: I am the seer.',
    'Cleo: I am the seer.',
    'Bruno said, I am the seer.',
    'Suppose Bruno is the seer. Then Cleo must be a wolf.',
    'No seer here.',
    'One of Cleo and Dora is a wolf.',
    'Cleo is a wolf hunter.',
    'I suspect Cleo knows something.',
    'I believe Cleo wants to win.',
    'I looked at Cleo as a wolf would.',
    'I checked Cleo, and Bruno says Dora is a wolf.',
    'I am not voting for Cleo because Cleo is a wolf.',
    'Dora was innocent.',
  ])('%s', (text) => expect(statements(text)).toEqual([]));
});

describe('plain words are understood', () => {
  it.each<[string, string[]]>([
    ['I am the seer.', ['I AM SEER']],
    ['Okay everyone, I am the seer and I have information.', ['I AM SEER']],
    ["Listen: I'm the real seer, and Bruno is lying.", ['I AM SEER', 'ACCUSE Bruno']],
    ['I claim seer.', ['I AM SEER']],
    ["I'm coming out as the doctor.", ['I AM DOCTOR']],
    ['Seer here. I checked Dora and she is a werewolf.', ['I AM SEER', 'Dora SHOWN WOLF']],
    ['As the seer, I checked Hugo last night: he is innocent.', ['I AM SEER', 'Hugo SHOWN CLEAN']],
    ['I am just a villager with no information.', ['I AM VILLAGER']],
    ['I inspected Dora last night. She is a werewolf.', ['Dora SHOWN WOLF']],
    ['I inspected Cleo last night and the result was: not a werewolf.', ['Cleo SHOWN CLEAN']],
    ['I looked at p:4 and found a werewolf!', ['Dora SHOWN WOLF']],
    ['My inspection of Dora came back as wolf.', ['Dora SHOWN WOLF']],
    ['I inspected Dora, and the result was clear: she is a werewolf.', ['Dora SHOWN WOLF']],
    ['I inspected p:4: NOT_WEREWOLF.', ['Dora SHOWN CLEAN']],
    ['I suspect Dora.', ['ACCUSE Dora']],
    ['I strongly suspect Dora and Bruno.', ['ACCUSE Dora', 'ACCUSE Bruno']],
    ['I think Dora is a werewolf.', ['ACCUSE Dora']],
    ["I don't trust Dora, she has been quiet.", ['ACCUSE Dora']],
    ["I'm voting for Dora today.", ['ACCUSE Dora']],
    ['My vote goes to Dora.', ['ACCUSE Dora']],
    ['My top suspect is Dora.', ['ACCUSE Dora']],
    ["Let's vote out Dora.", ['ACCUSE Dora']],
    ["Dora's story does not add up.", ['ACCUSE Dora']],
    ['Dora, you are lying.', ['ACCUSE Dora']],
    ['Bruno says so, but I think Dora is the wolf.', ['ACCUSE Dora']],
    ['Dora seems really suspicious to me.', ['ACCUSE Dora']],
    ['I trust Cleo.', ['DEFEND Cleo']],
    ['I believe Cleo is innocent.', ['DEFEND Cleo']],
    ["I don't think Cleo is a werewolf.", ['DEFEND Cleo']],
    ['Cleo is not a werewolf.', ['DEFEND Cleo']],
    ["I don't believe Bruno.", ['ACCUSE Bruno']],
    ["Cleo isn't lying.", ['DEFEND Cleo']],
    ['I trust Cleo but I suspect Dora.', ['DEFEND Cleo', 'ACCUSE Dora']],
  ])('%s', (text, expected) => expect(statements(text)).toEqual(expected));
});

describe('names', () => {
  const saysWith = (names: readonly string[], text: string) =>
    readStatements(text, { speakerId: 'p:1', names: [...names, ...NAMES.slice(names.length)] });

  it.each(['Am', 'The', 'Seer', 'Suspect', 'Inspected', 'Saw', 'I am', "I'm", 'Seer (player)', 'Wolf', 'was'])(
    'of the words of a claim hide no claim: %s',
    (name) => {
      expect(saysWith(['Ada', name], 'I am the seer. I inspected Cleo and she was a werewolf.')).toEqual([
        { kind: 'CLAIM_ROLE', role: 'SEER' },
        { kind: 'CLAIM_RESULT', target: 'p:3', isWolf: true },
      ]);
      expect(saysWith(['Ada', name], 'I suspect p:2.')).toEqual([{ kind: 'ACCUSE', target: 'p:2' }]);
    },
  );

  it('that two players share name neither, and their ids and whole names do', () => {
    const names = ['Ada', 'Agnes', 'Agnes (house bot)'];
    expect(saysWith(names, 'I suspect Agnes.')).toEqual([]);
    expect(saysWith(names, 'I suspect Agnes (house bot).')).toEqual([{ kind: 'ACCUSE', target: 'p:3' }]);
    expect(saysWith(names, 'I suspect p:2.')).toEqual([{ kind: 'ACCUSE', target: 'p:2' }]);
    expect(mentionedPlayers('Agnes, why?', { speakerId: 'p:1', names })).toEqual([]);
  });

  it('of house bots are none of those words', () => {
    for (const name of HOUSE_BOT_NAMES)
      expect(saysWith(['Ada', `${name} (house bot)`], `I suspect ${name}.`)).toEqual([
        { kind: 'ACCUSE', target: 'p:2' },
      ]);
  });
});
