import { describe, expect, it } from 'vitest';
import { faceOf } from '@/components/ui/face';
import { MANNERS, STRENGTHS } from './game';
import { HOUSE_BOT_NAMES } from './house-bot-names';
import { findHouseBot, findHouseBotByName, HOUSE_BOTS, houseBotsOf, nameHouseBot, seatNamesOf } from './house-bots';
import { imitatesPlatform } from './public-name';

describe('the house bots', () => {
  it('are six of each strength, two of each manner, with a name that no stranger may take', () => {
    expect(HOUSE_BOTS.map(({ name }) => name).toSorted()).toEqual([...HOUSE_BOT_NAMES].toSorted());
    for (const strength of STRENGTHS) {
      const bots = houseBotsOf(strength);
      expect(MANNERS.map((manner) => bots.filter((bot) => bot.manner === manner).length)).toEqual([2, 2, 2]);
    }
    for (const { name, displayName } of HOUSE_BOTS) {
      expect(imitatesPlatform(name), name).toBe(true);
      expect(imitatesPlatform(displayName), displayName).toBe(true);
    }
  });

  it('have faces that differ among those of a strength', () => {
    for (const strength of STRENGTHS) {
      const faces = houseBotsOf(strength).map(({ displayName }) => {
        const { tilt: _, ...parts } = faceOf(displayName);
        return JSON.stringify(parts);
      });
      expect(new Set(faces).size, strength).toBe(faces.length);
    }
  });

  it('have a rival of their own strength, which has them as its rival', () => {
    for (const bot of HOUSE_BOTS) {
      const rival = findHouseBot(bot.rival);
      expect(rival).toMatchObject({ rival: bot.slug, strength: bot.strength });
      expect(rival).not.toBe(bot);
    }
  });

  it('are found by every name of their seats, and by nothing else', () => {
    for (const bot of HOUSE_BOTS) for (const name of seatNamesOf(bot)) expect(findHouseBotByName(name)).toBe(bot);
    for (const name of ['Edgar (house bot)', 'Pip', 'Pipp (house bot)', 'Pip  (house bot)', 'Pip x (house bot)', ''])
      expect(findHouseBotByName(name), name).toBeUndefined();
  });

  it('are different ones as long as there are enough, and then have numbers', () => {
    const usedNames: string[] = [];
    for (let count = 0; count < 8; count++) usedNames.push(nameHouseBot('medium', usedNames));
    expect(new Set(usedNames.slice(0, 6).map((name) => findHouseBotByName(name)?.slug)).size).toBe(6);
    expect(usedNames.slice(6)).toEqual(['Juno 2 (house bot)', 'Onyx 2 (house bot)']);
  });
});
