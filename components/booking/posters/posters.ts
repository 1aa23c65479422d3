// Types of imported pictures; next-env.d.ts, which has them too, is made by the first build.
/// <reference types="next/image-types/global" />
import type { StaticImageData } from 'next/image';
import glassOrchard from './glass-orchard.svg';
import midnightTram from './midnight-tram.svg';
import nightFerry from './night-ferry.svg';
import paperAstronauts from './paper-astronauts.svg';
import redMeridian from './red-meridian.svg';
import saltAndCopper from './salt-and-copper.svg';
import seasonOfBees from './season-of-bees.svg';
import tideClock from './tide-clock.svg';

/** A printed poster: its picture of 200 × 300, and how the title is set on it. */
interface PosterPrint {
  picture: StaticImageData;
  /** Lines of the title, from the top. */
  title: readonly string[];
  /** Where the last line of the title is, and its size. */
  titleY: number;
  titleSize: number;
  titleColor: string;
  /** A line under the title, in ASCII: another character would load two more fonts. */
  credit: string;
}

/** Posters by key. */
export const POSTERS: Readonly<Record<string, PosterPrint>> = {
  'tide-clock': {
    picture: tideClock,
    title: ['THE TIDE', 'CLOCK'],
    titleY: 268,
    titleSize: 31,
    titleColor: 'var(--print-paper)',
    credit: 'a film by Ines Varga',
  },
  'night-ferry': {
    picture: nightFerry,
    title: ['NIGHT FERRY', 'NORTH'],
    titleY: 56,
    titleSize: 27,
    titleColor: 'var(--print-paper)',
    credit: 'eleven passengers, one crossing',
  },
  'paper-astronauts': {
    picture: paperAstronauts,
    title: ['PAPER', 'ASTRONAUTS'],
    titleY: 272,
    titleSize: 27,
    titleColor: 'var(--print-night)',
    credit: 'for everyone who folds',
  },
  'season-of-bees': {
    picture: seasonOfBees,
    title: ['A SEASON', 'OF BEES'],
    titleY: 64,
    titleSize: 32,
    titleColor: 'var(--print-ink)',
    credit: 'un film de Margot Tessier',
  },
  'red-meridian': {
    picture: redMeridian,
    title: ['RED', 'MERIDIAN'],
    titleY: 66,
    titleSize: 34,
    titleColor: 'var(--print-paper)',
    credit: 'walk the line',
  },
  'glass-orchard': {
    picture: glassOrchard,
    title: ['THE GLASS', 'ORCHARD'],
    titleY: 270,
    titleSize: 30,
    titleColor: 'var(--print-glass)',
    credit: 'every spring one does not come back',
  },
  'midnight-tram': {
    picture: midnightTram,
    title: ['MIDNIGHT', 'TRAM 9'],
    titleY: 60,
    titleSize: 32,
    titleColor: 'var(--print-gold)',
    credit: 'last stop: you',
  },
  'salt-and-copper': {
    picture: saltAndCopper,
    title: ['SALT AND', 'COPPER'],
    titleY: 272,
    titleSize: 32,
    titleColor: 'var(--print-rust)',
    credit: 'un retrato de Rafael Molina',
  },
};
