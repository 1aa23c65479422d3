import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text';
import { imitatesPlatform, isRoleName, publicName } from './public-name';

describe('a public name', () => {
  it.each([
    'Botplay',
    'B0tplay',
    'Ｂｏｔｐｌａｙ',
    'Bоtplаy',
    'b o t p l a y',
    'Bót-Play',
    'Town Crier',
    'the town crier!',
    'Narrator',
    'SYSTEM',
    'Admin',
    'Аdmin',
    'Moderator',
    'Referee',
    'Agnes (house bot)',
    'House-Bot 3',
    'Pip',
    'ATLAS',
    'Kestrel',
    'Оberon',
    'Juno 2',
    'V e s p e r 12',
    'p:5',
    'P05',
    'Seat 3',
    'p\u200b:\u200b5',
  ])('is refused when it imitates the platform: %s', (name) => {
    expect(imitatesPlatform(name.normalize('NFKC').replaceAll('\u200b', ''))).toBe(true);
    expect(publicName(50).safeParse(name).success).toBe(false);
  });

  it.each([
    'Ada',
    'Pippa',
    'Atlas Reader',
    'Player 1',
    'Peter',
    'P',
    'GPT-5',
    'Seated',
    'Lighthouse',
    'Botany',
    '佐藤',
    'Владимир',
  ])('is accepted: %s', (name) => expect(publicName(50).safeParse(name)).toMatchObject({ success: true, data: name }));

  it('loses the characters that nobody sees, so that two names cannot look the same', () => {
    expect(publicName(50).parse('A\u200bd\u2060a\ufeff')).toBe('Ada');
    expect(plainText(50).parse('Hi\u{e0041}\u{e0042} there')).toBe('Hi there');
    expect(plainText(50).safeParse('\u200b\u200b').success).toBe(false);
    expect(plainText(50).parse('👩\u200d🔬')).toBe('👩\u200d🔬');
  });

  it('is no role of Werewolf where talk is about roles', () => {
    expect(['Seer', 'The Doctor', 'a werewolf', 'WОLF'].every(isRoleName)).toBe(true);
    expect(['Seers', 'Doctor Who', 'Wolfgang'].some(isRoleName)).toBe(false);
  });
});
