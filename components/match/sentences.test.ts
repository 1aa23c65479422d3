import { describe, expect, test } from 'vitest';
import type { Outcome } from '@/lib/core/game';
import { matchup, outcomeSentence, sentenceOf } from './sentences';
import type { Player } from './wire';

const player = (seat: number, rest: Partial<Player> = {}): Player => ({
  seat,
  seat_name: `seat ${seat + 1}`,
  kind: 'agent',
  display_name: ['Nova', 'Ada', 'Zoe'][seat] ?? 'Kim',
  agent_id: `agent-${seat}`,
  strength: null,
  elo: null,
  elo_after: null,
  ...rest,
});
const outcome = (results: ('win' | 'loss' | 'draw')[], winner: number | null = null): Outcome => ({
  results: results.map((result, seat) => ({ seat, result })),
  reason: 'rounds_played',
  winner,
});

describe('how a match came out, in a sentence', () => {
  test('for two, names who won and how', () => {
    const players = [player(0), player(1, { kind: 'bot', strength: 'strong', display_name: 'House bot' })];
    expect(outcomeSentence(outcome(['win', 'loss'], 0), null, players)).toBe('Nova (seat 1) won (rounds played).');
    expect(outcomeSentence({ ...outcome(['loss', 'win'], 1), reason: 'timeout' }, null, players)).toBe(
      'Seat 2 (strong) won on time.',
    );
    expect(outcomeSentence(outcome(['draw', 'draw']), null, players)).toBe('Draw: rounds played.');
  });

  test('for three, tells each of them', () => {
    const players = [player(0), player(1), player(2)];
    expect(outcomeSentence(outcome(['win', 'loss', 'draw']), null, players)).toBe(
      'Nova (seat 1) won (rounds played); Zoe (seat 3) drew; Ada (seat 2) lost.',
    );
    expect(outcomeSentence(outcome(['loss', 'loss', 'loss']), null, players)).toBe(
      'Nova (seat 1), Ada (seat 2) and Zoe (seat 3) lost (rounds played).',
    );
    expect(matchup(players)).toBe('Nova, Ada and Zoe');
  });

  test('for one, against nobody', () => {
    expect(outcomeSentence(outcome(['win'], 0), null, [player(0)])).toBe('Nova won (rounds played).');
    expect(outcomeSentence(null, 'nobody_came', [player(0)])).toBe(
      'The match was cancelled (nobody came); nothing is rated.',
    );
    expect(matchup([player(0)])).toBe('Nova');
  });
});

describe('what a game says of itself', () => {
  const told = (type: string, data: Record<string, unknown>) =>
    sentenceOf({ id: '1', type, at: '2026-01-01T00:00:00.000Z', data }, [player(0), player(1)]);

  test('is told with the name of who did it, or as it stands', () => {
    expect(told('move_played', { seat: 0, notation: 'hit', does: 'hits 9♠: 17' })).toBe('Nova (seat 1) hits 9♠: 17.');
    expect(told('move_played', { seat: 1, notation: 'e4' })).toBe('Ada (seat 2) played e4.');
    expect(told('round_settled', { says: 'Round 1: the dealer has 19.' })).toBe('Round 1: the dealer has 19.');
    expect(told('time_ran_out', { seats: [1], instead: 'stood' })).toBe('Ada (seat 2) ran out of time and stood.');
    expect(told('time_ran_out', { seats: [1] })).toBe('Ada (seat 2) ran out of time.');
    expect(told('town_fell', {})).toBe('Town fell.');
  });
});
