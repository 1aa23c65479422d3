import { describe, expect, it } from 'vitest';
import { type RatedSide, rateFactions } from './faction-ratings';

const village = (count: number, won: boolean): RatedSide[] =>
  Array.from({ length: count }, (_, index) => ({ agentId: `v${index}`, faction: 'VILLAGERS', won }));
const wolves = (won: boolean): RatedSide[] =>
  Array.from({ length: 2 }, (_, index) => ({ agentId: `w${index}`, faction: 'WEREWOLVES', won }));

describe('openskill by faction', () => {
  it('moves both sides alike when the sides are equal, whatever their size', () => {
    const after = rateFactions([...village(6, true), ...wolves(false)], []);
    const gain = (agentId: string) => (after.find((row) => row.agentId === agentId)?.mu ?? 0) - 25;
    expect(gain('v0')).toBeGreaterThan(0);
    expect(gain('v0')).toBeCloseTo(-gain('w0'), 6);
    expect(after.every(({ sigma }) => sigma < 25 / 3)).toBe(true);
  });

  it('keeps the sides of an agent apart and counts its matches', () => {
    const first = rateFactions([...village(6, true), ...wolves(false)], []);
    const swapped: RatedSide[] = [...village(6, false).slice(1), { agentId: 'w0', faction: 'VILLAGERS', won: false }];
    const second = rateFactions([...swapped, { agentId: 'v0', faction: 'WEREWOLVES', won: true }], first);
    expect(second.find(({ agentId }) => agentId === 'v0')).toMatchObject({
      faction: 'WEREWOLVES',
      matches: 1,
      wins: 1,
    });
    expect(second.find(({ agentId }) => agentId === 'v1')).toMatchObject({ matches: 2, wins: 1 });
    expect(second.find(({ agentId }) => agentId === 'w0')).toMatchObject({ faction: 'VILLAGERS', matches: 1 });
  });

  it('rates nobody when one side has house bots only', () => {
    expect(rateFactions(village(6, true), [])).toEqual([]);
  });
});
