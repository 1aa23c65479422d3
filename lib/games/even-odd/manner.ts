import type { Manner, MannerTexts } from '@/lib/core/game';

/** What the house bots of even and odd prefer between numbers of the parity that they have chosen, so that it costs nothing. */
export const EVEN_ODD_MANNERS: MannerTexts = {
  attacking: 'shows the highest number',
  trading: 'shows the number nearest to the last one of the other side',
  careful: 'shows the lowest number',
};

/** The number of a parity that a manner likes. @param last the last number of the other side; null before it */
export function likedNumber<N extends number>(manner: Manner, numbers: readonly N[], last: number | null): N {
  const wanted = manner === 'attacking' ? 5 : manner === 'careful' ? 1 : (last ?? 3);
  const [liked] = numbers.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted));
  return liked as N;
}
