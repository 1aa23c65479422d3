import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOver, type MancalaState, opening, sow, sowablePits } from './rules';
import { openingTable, pitsToSow, sowByHand, type Table } from './testing/by-hand';

/** Counts of sequences of sowings, found by both implementations. */
const COUNTS = [1, 6, 35, 185, 942, 4_690, 23_233, 114_430];

function count(state: MancalaState, sowings: number): number {
  if (sowings === 0) return 1;
  if (isOver(state)) return 0;
  return sowablePits(state, state.turn).reduce((sum, pit) => sum + count(sow(state, state.turn, pit), sowings - 1), 0);
}

function countByHand(table: Table, sowings: number): number {
  if (sowings === 0) return 1;
  return pitsToSow(table).reduce((sum, pit) => sum + countByHand(sowByHand(table, pit), sowings - 1), 0);
}

function onTheTable({ pits, stores }: MancalaState): Record<string, number> {
  const named = (side: string, row: number[]) =>
    row.map((seeds, index): [string, number] => [`${side}${index + 1}`, seeds]);
  return Object.fromEntries([...named('S', pits[0]), ['S', stores[0]], ...named('N', pits[1]), ['N', stores[1]]]);
}

describe('perft', () => {
  it.each(COUNTS.map((expected, sowings) => [sowings, expected]))('%i deep: %i', (sowings, expected) => {
    expect(count(opening(), sowings)).toBe(expected);
  });

  it.each(COUNTS.slice(0, 7).map((expected, sowings) => [sowings, expected]))(
    'at depth %i counts %i as an independent implementation does',
    (sowings, expected) => {
      expect(countByHand(openingTable(), sowings)).toBe(expected);
    },
  );
});

describe('random games, by the rules and by an independent implementation', () => {
  it('agree on every hole to the end and keep 48 seeds', () => {
    const choices = fc.array(fc.nat(5), { minLength: 300, maxLength: 300 });
    let finished = 0;
    fc.assert(
      fc.property(choices, (picks) => {
        let [state, table] = [opening(), openingTable()];
        for (const pick of picks) {
          const pits = isOver(state) ? [] : sowablePits(state, state.turn);
          expect(pitsToSow(table)).toEqual(pits);
          const pit = pits[pick % pits.length];
          if (pit === undefined) break;
          [state, table] = [sow(state, state.turn, pit), sowByHand(table, pit)];
          expect(onTheTable(state)).toEqual(table.holes);
          expect([...state.pits.flat(), ...state.stores].reduce((sum, seeds) => sum + seeds)).toBe(48);
          if (!isOver(state)) expect('SN'[state.turn]).toBe(table.mover);
        }
        if (isOver(state)) finished++;
      }),
      { numRuns: 400 },
    );
    expect(finished).toBe(400);
  });
});
