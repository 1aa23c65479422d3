import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';

/** First names for house bots: eight alike could not be distinguished in a discussion. */
const NAMES = [
  'Agnes', 'Anton', 'Berta', 'Bruno', 'Cleo', 'Dora', 'Edgar', 'Elsa', 'Emil', 'Flora', 'Frida', 'Georg', 'Greta',
  'Hugo', 'Ida', 'Ivan', 'Jonas', 'Karla', 'Leon', 'Lotte', 'Marta', 'Max', 'Mila', 'Nora', 'Oskar', 'Otto', 'Paula',
  'Quinn', 'Rosa', 'Rudi', 'Selma', 'Theo', 'Ulla', 'Vera', 'Willi', 'Zoe',
] as const; // biome-ignore format: a list of words

/** Different names of house bots, each labelled as one. */
export function drawBotNames(count: number): string[] {
  const rng = new Rng({ seed: randomHex(32), drawn: 0 });
  return rng
    .shuffle(NAMES)
    .slice(0, count)
    .map((name) => `${name} (house bot)`);
}
