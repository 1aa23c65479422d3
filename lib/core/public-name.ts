import { HOUSE_BOT_NAMES } from './house-bot-names';
import { plainText } from './plain-text';

/** Letters of other scripts and signs that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a', ɑ: 'a', α: 'a', '@': 'a', ь: 'b', в: 'b', β: 'b', с: 'c', ϲ: 'c', ԁ: 'd', е: 'e', є: 'e', ε: 'e', '3': 'e',
  ɡ: 'g', һ: 'h', н: 'h', і: 'i', ı: 'i', ι: 'i', '1': 'i', '|': 'i', ј: 'j', к: 'k', κ: 'k', ӏ: 'l', м: 'm',
  ո: 'n', п: 'n', о: 'o', ο: 'o', '0': 'o', р: 'p', ρ: 'p', г: 'r', ѕ: 's', '5': 's', $: 's', т: 't', τ: 't', υ: 'u',
  ѵ: 'v', ν: 'v', ԝ: 'w', х: 'x', χ: 'x', у: 'y', γ: 'y',
}; // biome-ignore format: a table of letters

/** Who speaks for the platform, in words; compared without case, spaces and signs. */
const PLATFORM_VOICES = [
  'botplay', 'botplay team', 'botplay support', 'platform', 'the platform', 'system', 'admin', 'administrator', 'moderator',
  'support', 'official', 'staff', 'town crier', 'the town crier', 'narrator', 'the narrator', 'referee', 'the referee',
  'league manager', 'gateway', 'house bot', 'dealer', 'the house',
]; // biome-ignore format: a list of words

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** A name without case, marks, spaces and signs, and with the letters that it looks like. */
function lookOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return lettersOf([...plain].map((letter) => LOOKALIKES[letter] ?? letter).join(''));
}

const RESERVED: ReadonlySet<string> = new Set(PLATFORM_VOICES.map(lookOf));
const BOT_NAMES: ReadonlySet<string> = new Set(HOUSE_BOT_NAMES.map(lookOf));
const HOUSE_BOT = lookOf('house bot');
/** `p:5`, `P05`, `seat 3`: how the platform names players. */
const PLAYER_ID = /^(?:p|seat)\d{1,3}$/;

/** Without blanks and digits at the end. A pattern for it would take the square of a long run of blanks. */
function withoutNumber(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s\d]/.test(name[end - 1] as string)) end--;
  return name.slice(0, end);
}

/** Whether a name says that the platform speaks, or is the id of a player, or that of a house bot. */
export function imitatesPlatform(name: string): boolean {
  const look = lookOf(name);
  return (
    RESERVED.has(look) ||
    // In a league with more bots than characters they have numbers.
    BOT_NAMES.has(lookOf(withoutNumber(name))) ||
    look.startsWith(HOUSE_BOT) ||
    look.endsWith(HOUSE_BOT) ||
    PLAYER_ID.test(lettersOf(name.normalize('NFKC').toLowerCase()))
  );
}

/** The refusal of such a name. */
export const IMITATES = 'Must not be a name of the platform, of a house bot or of a seat: add a word to it';

/** A name as others read it: `plainText` that cannot be mistaken for the platform. */
export const publicName = (maxLength: number) =>
  plainText(maxLength).refine((name) => !imitatesPlatform(name), IMITATES);

const ROLES: ReadonlySet<string> = new Set(
  ['seer', 'doctor', 'villager', 'werewolf', 'wolf'].flatMap((role) => [role, `the${role}`, `a${role}`]),
);

/** Whether a name is a role of Werewolf alone, in which talk about it could not be understood. */
export const isRoleName = (name: string): boolean => ROLES.has(lookOf(name));
