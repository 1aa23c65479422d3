import type { Pairing, PlannedRound, PlayerId } from './schedule';

/** A finished fixture of a knockout, in the order in which it was planned. */
export interface KnockoutResult extends Pairing {
  round: number;
  /** null on a draw. */
  winner: PlayerId | null;
}

/** A meeting of the bracket: who meets whom, and who goes on. */
interface BracketMatch {
  /** null while unknown, or where a player has a bye (`isBye`). */
  players: [PlayerId | null, PlayerId | null];
  isBye: boolean;
  /** The rounds in which its fixtures were played: two when the first was drawn. */
  rounds: number[];
  winner: PlayerId | null;
  /** Both fixtures were drawn, so the better seed went on. */
  decidedBySeed: boolean;
}

/** The stages of a knockout, the first one first; the last one is the final. */
export type Bracket = BracketMatch[][];

/** A draw is played again once, with exchanged roles; after a second draw the better seed goes on. */
const MAX_FIXTURES = 2;

/** The seeds, from 0, in the order of the bracket's places: the two best can meet in the final only. */
export function seedOrder(places: number): number[] {
  let order = [0];
  while (order.length < places) {
    const size = order.length * 2;
    order = order.flatMap((seed, index) => (index % 2 === 0 ? [seed, size - 1 - seed] : [size - 1 - seed, seed]));
  }
  return order;
}

/** How many stages a knockout of `players` players has. */
export function countStages(players: number): number {
  return Math.ceil(Math.log2(players));
}

/**
 * The bracket after some results: made from the seeds and the results alone, so it can be made again at any time.
 * @param seeds the players, the best first; byes of the first stage go to the best
 * @param results in the order of their rounds
 */
export function buildBracket(seeds: readonly PlayerId[], results: readonly KnockoutResult[]): Bracket {
  const stages = countStages(seeds.length);
  const remaining = [...results];
  const bracket: Bracket = [];
  let places: (PlayerId | null)[] = seedOrder(2 ** stages).map((seed) => seeds[seed] ?? null);
  for (let stage = 0; stage < stages; stage++) {
    const matches: BracketMatch[] = [];
    for (let place = 0; place < places.length; place += 2) {
      const players: BracketMatch['players'] = [places[place] ?? null, places[place + 1] ?? null];
      matches.push(readMatch(players, stage === 0, seeds, remaining));
    }
    bracket.push(matches);
    places = matches.map(({ winner }) => winner);
  }
  return bracket;
}

/** Takes the fixtures of a meeting out of the results and reads who goes on. */
function readMatch(
  players: BracketMatch['players'],
  isFirstStage: boolean,
  seeds: readonly PlayerId[],
  remaining: KnockoutResult[],
): BracketMatch {
  const [one, other] = players;
  const isBye = isFirstStage && (one === null) !== (other === null);
  if (isBye) return { players, isBye, rounds: [], winner: one ?? other, decidedBySeed: false };
  const fixtures = one && other ? remaining.filter((result) => isBetween(result, one, other)) : [];
  for (const fixture of fixtures) remaining.splice(remaining.indexOf(fixture), 1);
  const winner = fixtures.find((fixture) => fixture.winner !== null)?.winner ?? null;
  const decidedBySeed = winner === null && fixtures.length >= MAX_FIXTURES;
  const better = one && other && seeds.indexOf(one) < seeds.indexOf(other) ? one : other;
  return {
    players,
    isBye,
    rounds: fixtures.map(({ round }) => round),
    winner: decidedBySeed ? better : winner,
    decidedBySeed,
  };
}

function isBetween({ first, second }: Pairing, one: PlayerId, other: PlayerId): boolean {
  return (first === one && second === other) || (first === other && second === one);
}

/**
 * The next round of a knockout: the fixtures of the first undecided stage. When some of them were drawn, those are
 * played again with exchanged roles in a round of their own. The better seed has the first role in odd stages, the
 * other player in even ones.
 * @param round the number of the new round
 * @returns null when the final is decided
 */
export function planKnockoutRound(
  seeds: readonly PlayerId[],
  results: readonly KnockoutResult[],
  round: number,
): PlannedRound | null {
  const bracket = buildBracket(seeds, results);
  const stage = bracket.findIndex((matches) => matches.some(({ winner }) => winner === null));
  if (stage === -1) return null;
  const matches = bracket[stage] ?? [];
  const pairings = matches.flatMap(({ players: [one, other], winner, rounds }) => {
    if (winner !== null || !one || !other) return [];
    const [better, worse] = seeds.indexOf(one) < seeds.indexOf(other) ? [one, other] : [other, one];
    const isBetterFirst = (stage + rounds.length) % 2 === 0;
    return [isBetterFirst ? { first: better, second: worse } : { first: worse, second: better }];
  });
  const byes = results.length === 0 ? matches.flatMap(({ isBye, winner }) => (isBye && winner ? [winner] : [])) : [];
  return { round, pairings, byes };
}
