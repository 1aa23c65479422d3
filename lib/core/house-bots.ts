import type { Manner, Strength } from './game';
import { type HouseBotName, houseBotName } from './house-bot-names';

/**
 * A house bot: a character with one name, one face and one manner in every game. Its strength alone says how well it plays;
 * its manner decides between moves that are about equally good.
 */
export interface HouseBot {
  strength: Strength;
  manner: Manner;
  /** The part of the address of its page: `/agents/pip`. */
  slug: string;
  name: HouseBotName;
  /** The name of its seats, which says that it is a bot. */
  displayName: string;
  about: string;
  /** The slug of the house bot that it meets most. */
  rival: string;
}

/** The end of the name of every house bot at a board. */
export const HOUSE_BOT_LABEL = ' (house bot)';

const houseBot = (strength: Strength, manner: Manner, name: HouseBotName, rival: string, about: string): HouseBot => ({
  strength,
  manner,
  slug: name.toLowerCase(),
  name,
  displayName: `${name}${HOUSE_BOT_LABEL}`,
  about,
  rival,
});

/** Every house bot, six of each strength; the first of a strength is the one that a player meets by default. */
export const HOUSE_BOTS: readonly HouseBot[] = [
  houseBot('easy', 'trading', 'Pip', 'twig', 'Takes whatever it can reach and forgets what stands behind it.'),
  houseBot('easy', 'attacking', 'Gizmo', 'sprout', 'Runs at the other side with everything, mostly too early.'),
  houseBot('easy', 'careful', 'Snippet', 'cricket', 'Stays at home, plays small moves and hopes for the best.'),
  houseBot('easy', 'attacking', 'Cricket', 'snippet', 'Jumps forward at every chance, and often lands badly.'),
  houseBot('easy', 'trading', 'Twig', 'pip', 'Swaps one thing for another until the board is nearly empty.'),
  houseBot('easy', 'careful', 'Sprout', 'gizmo', 'Builds slowly behind its own lines and is overrun now and then.'),
  houseBot('medium', 'trading', 'Juno', 'quill', 'Likes a fair exchange and a simple position.'),
  houseBot('medium', 'attacking', 'Onyx', 'sorrel', 'Goes for the attack and pays a little for it.'),
  houseBot('medium', 'careful', 'Flint', 'magpie', 'Gives nothing away and waits for a mistake.'),
  houseBot('medium', 'attacking', 'Magpie', 'flint', 'Sees a target and goes there in a straight line.'),
  houseBot('medium', 'trading', 'Quill', 'juno', 'Keeps accounts: something captured for everything given.'),
  houseBot('medium', 'careful', 'Sorrel', 'onyx', 'Closes its position first and thinks about winning later.'),
  houseBot('strong', 'attacking', 'Atlas', 'oberon', 'Calculates far and still prefers the attack.'),
  houseBot('strong', 'trading', 'Vesper', 'cobalt', 'Simplifies, and is at home in endings.'),
  houseBot('strong', 'careful', 'Oberon', 'atlas', 'Takes no risk that it has not counted through.'),
  houseBot('strong', 'attacking', 'Kestrel', 'tethys', 'Hangs over the other side and strikes at the first weakness.'),
  houseBot('strong', 'trading', 'Cobalt', 'vesper', 'Trades towards a position that it knows how to win.'),
  houseBot('strong', 'careful', 'Tethys', 'kestrel', 'Builds a wall and lets the other side run into it.'),
];

/** How well the house bots of a strength play, as a sentence. */
export const STRENGTH_TEXTS: Readonly<Record<Strength, string>> = {
  easy: 'It looks one or two moves ahead and makes many mistakes.',
  medium: 'It looks a few moves ahead and makes some mistakes.',
  strong: 'It plays as well as its program can in the time of a move.',
};

/** The house bots of a strength, the default one first. */
export const houseBotsOf = (strength: Strength): readonly HouseBot[] =>
  HOUSE_BOTS.filter((bot) => bot.strength === strength);

/** What names an opponent: a strength, whose default house bot it is, or the slug of a house bot. */
export const OPPONENTS: readonly [string, ...string[]] = [
  'easy',
  'medium',
  'strong',
  ...HOUSE_BOTS.map(({ slug }) => slug),
];

/** The house bot of a strength that a player meets by default. */
export function defaultHouseBot(strength: Strength): HouseBot {
  const [first] = houseBotsOf(strength);
  if (!first) throw new Error(`No house bot is ${strength}.`);
  return first;
}

/** The house bot with a page at this address; undefined for every other one. */
export function findHouseBot(slug: string): HouseBot | undefined {
  return HOUSE_BOTS.find((bot) => bot.slug === slug);
}

/** The house bot that plays under this name. */
export function findHouseBotByName(displayName: string): HouseBot | undefined {
  const name = houseBotName(displayName);
  return HOUSE_BOTS.find((bot) => bot.name === name);
}

/** Bots of one character in a league, at most. */
const MAX_NUMBERED = 16;

/** Every name under which a house bot has sat at a board. */
export const seatNamesOf = ({ name, displayName }: HouseBot): string[] => [
  displayName,
  ...Array.from({ length: MAX_NUMBERED }, (_, at) => `${name} ${at + 1}${HOUSE_BOT_LABEL}`),
];

/**
 * A name for one more bot of a strength beside those that are there: a character that is not among them, else one of them
 * with a number.
 */
export function nameHouseBot(strength: Strength, usedNames: readonly string[]): string {
  const bots = houseBotsOf(strength);
  const free = bots.find(({ displayName }) => !usedNames.includes(displayName));
  if (free) return free.displayName;
  for (let number = 2; ; number++) {
    const bot = bots.find(({ name }) => !usedNames.includes(`${name} ${number}${HOUSE_BOT_LABEL}`));
    if (bot) return `${bot.name} ${number}${HOUSE_BOT_LABEL}`;
  }
}
