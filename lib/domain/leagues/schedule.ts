/** `P01`, `P02`, … in the order of registration; `P100` for the hundredth. */
export type PlayerId = string;

/** Two players of a fixture. The first has the first seat of the game: ODD in even and odd. */
export interface Pairing {
  first: PlayerId;
  second: PlayerId;
}

/** A round as planned: fixtures in order, and the players that do not play. */
export interface PlannedRound {
  /** From 1. */
  round: number;
  pairings: Pairing[];
  byes: PlayerId[];
}

/** The id of a player by its place in the order of registration, from 0. */
export function playerIdAt(index: number): PlayerId {
  return `P${String(index + 1).padStart(2, '0')}`;
}

/** The id of a fixture by its round and its place in the round, both from 1: `R1M1`. */
export function fixtureId(round: number, match: number): string {
  return `R${round}M${match}`;
}

/** How many rounds a round robin of `players` players has. */
export function countRoundRobinRounds(players: number, isDouble: boolean): number {
  const single = players % 2 === 0 ? players - 1 : players;
  return isDouble ? 2 * single : single;
}

/**
 * One round of a round robin by the circle method: every player meets every other once, or twice with exchanged roles.
 * With an odd number of players one has a bye each round. Roles alternate: over a single round robin the numbers of
 * fixtures in the two roles of a player differ by at most one, over a double one they are equal.
 * @param round from 1
 */
export function planRoundRobinRound(players: readonly PlayerId[], isDouble: boolean, round: number): PlannedRound {
  const single = countRoundRobinRounds(players.length, false);
  const turn = (round - 1) % single;
  const isReturn = isDouble && round > single;
  const pairs = pairTurn(players, turn).map(([first, second]) => (isReturn ? [second, first] : [first, second]));
  const pairings: Pairing[] = [];
  const byes: PlayerId[] = [];
  for (const [first, second] of pairs) {
    if (first && second) pairings.push({ first, second });
    else if (first ?? second) byes.push((first ?? second) as PlayerId);
  }
  return { round, pairings, byes };
}

type Pair = [PlayerId | undefined, PlayerId | undefined];

/** One turn of the circle. The last place is fixed; with an odd number of players it is empty and gives the bye. */
function pairTurn(players: readonly PlayerId[], turn: number): Pair[] {
  const circle = countRoundRobinRounds(players.length, false);
  const at = (place: number) => players[(place + circle) % circle];
  const fixed = players[circle];
  const pairs: Pair[] = [turn % 2 === 0 ? [at(turn), fixed] : [fixed, at(turn)]];
  for (let distance = 1; distance <= (circle - 1) / 2; distance++) {
    const [ahead, behind] = [at(turn + distance), at(turn - distance)];
    pairs.push(distance % 2 === 1 ? [ahead, behind] : [behind, ahead]);
  }
  return pairs;
}
