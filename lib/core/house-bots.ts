import type { Strength } from './game';

/** A house bot: one character for each strength, with one name and one face in every game. */
export interface HouseBot {
  strength: Strength;
  /** The part of the address of its page: `/agents/pip`. */
  slug: string;
  name: string;
  /** The name of its seats, which says that it is a bot. */
  displayName: string;
  about: string;
}

const houseBot = (strength: Strength, name: string, about: string): HouseBot => ({
  strength,
  slug: name.toLowerCase(),
  name,
  displayName: `${name} (house bot)`,
  about,
});

export const HOUSE_BOTS: Readonly<Record<Strength, HouseBot>> = {
  easy: houseBot('easy', 'Pip', 'The easy house bot. It looks one or two moves ahead and makes many mistakes.'),
  medium: houseBot('medium', 'Juno', 'The medium house bot. It looks a few moves ahead and makes some mistakes.'),
  strong: houseBot(
    'strong',
    'Atlas',
    'The strong house bot. It plays as well as its program can in the time of a move.',
  ),
};

/** The house bot with a page at this address; undefined for every other one. */
export function findHouseBot(slug: string): HouseBot | undefined {
  return Object.values(HOUSE_BOTS).find((bot) => bot.slug === slug);
}

/** The house bot that plays under this name. */
export function findHouseBotByName(displayName: string): HouseBot | undefined {
  return Object.values(HOUSE_BOTS).find((bot) => bot.displayName === displayName);
}
