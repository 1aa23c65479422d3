/**
 * An independent implementation of Kalah, as played on a table: named holes, sown one by one. It shares no code
 * with the rules that it checks.
 */
export interface Table {
  holes: Record<string, number>;
  mover: 'S' | 'N';
}

/** Counter-clockwise around the table; a capital letter is a store. */
const ROUND = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S', 'N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N'];
const FACES: Record<string, string> = { S1: 'N6', S2: 'N5', S3: 'N4', S4: 'N3', S5: 'N2', S6: 'N1' };
for (const [south, north] of Object.entries(FACES)) FACES[north] = south;

export function openingTable(): Table {
  return { holes: Object.fromEntries(ROUND.map((name) => [name, name.length === 1 ? 0 : 4])), mover: 'S' };
}

const pitsOf = (side: string) => ROUND.filter((name) => name.length === 2 && name.startsWith(side));
const seedsOf = (table: Table, side: string) => pitsOf(side).reduce((sum, name) => sum + (table.holes[name] ?? 0), 0);

export function pitsToSow(table: Table): number[] {
  if (seedsOf(table, 'S') === 0 || seedsOf(table, 'N') === 0) return [];
  return [1, 2, 3, 4, 5, 6].filter((pit) => (table.holes[`${table.mover}${pit}`] ?? 0) > 0);
}

export function sowByHand(table: Table, pit: number): Table {
  const holes = { ...table.holes };
  const other = table.mover === 'S' ? 'N' : 'S';
  let place = `${table.mover}${pit}`;
  let hand = holes[place] ?? 0;
  holes[place] = 0;
  while (hand > 0) {
    place = ROUND[(ROUND.indexOf(place) + 1) % ROUND.length] ?? '';
    if (place === other) continue;
    holes[place] = (holes[place] ?? 0) + 1;
    hand -= 1;
  }
  const face = FACES[place];
  if (face && place.startsWith(table.mover) && holes[place] === 1 && (holes[face] ?? 0) > 0) {
    holes[table.mover] = (holes[table.mover] ?? 0) + 1 + (holes[face] ?? 0);
    holes[place] = 0;
    holes[face] = 0;
  }
  const after: Table = { holes, mover: place === table.mover ? table.mover : other };
  if (seedsOf(after, 'S') === 0 || seedsOf(after, 'N') === 0) {
    for (const side of ['S', 'N']) {
      holes[side] = (holes[side] ?? 0) + seedsOf(after, side);
      for (const name of pitsOf(side)) holes[name] = 0;
    }
  }
  return after;
}
